/** Indexes for reading the book by account, fund, kind and category; without them each such list reads the whole book. */
export function statements(): string[] {
  return [
    'CREATE INDEX kas_entri_by_account ON kas_entri (akun_id, tanggal, nomor)',
    'CREATE INDEX kas_entri_by_fund ON kas_entri (dana_id, tanggal, nomor)',
    'CREATE INDEX kas_entri_by_kind ON kas_entri (jenis, tanggal, nomor)',
    `CREATE INDEX kas_entri_by_category ON kas_entri (kategori, tanggal, nomor) WHERE kategori <> ''`,
  ];
}
