/** The banks' column layouts. A file is recognized by its header row, never by its name. */

/** Columns by position: some banks use the same title twice. */
export interface Layout {
  bank: string | null;
  header: readonly string[];
  tanggal: number;
  uraian: readonly number[];
  /** Signed, or with CR or DB behind it, or with the sign in another column (`tanda`). */
  jumlah?: number | undefined;
  tanda?: number | undefined;
  masuk?: number | undefined;
  keluar?: number | undefined;
  saldo?: number | undefined;
  referensi?: number | undefined;
  akun?: number | undefined;
  /** Opening balance, sums and closing balance follow the rows: without them the file is cut off. */
  hasFooter?: true | undefined;
}

const columns = (titles: string) => titles.split('|');

const bri =
  'ID|NOREK|TGL_TRAN|TGL_EFEKTIF|JAM_TRAN|KODE_TRAN|DESK_TRAN|MUTASI_DEBET|MUTASI_KREDIT|SALDO_AKHIR_MUTASI|TRREMK|TRUSER|REMARK_CUSTOM';

const layouts: readonly Layout[] = [
  {
    bank: 'bca',
    header: columns('Tanggal Transaksi|Keterangan|Cabang|Jumlah||Saldo'),
    tanggal: 0,
    uraian: [1],
    jumlah: 3,
    tanda: 4,
    saldo: 5,
    hasFooter: true,
  },
  {
    bank: 'bca',
    header: columns('Tanggal Transaksi|Keterangan|Cabang|Jumlah|Saldo'),
    tanggal: 0,
    uraian: [1],
    jumlah: 3,
    saldo: 4,
  },
  {
    bank: 'bca',
    header: columns('Tanggal|Keterangan|Cabang|Mutasi|Saldo'),
    tanggal: 0,
    uraian: [1],
    jumlah: 3,
    saldo: 4,
  },
  {
    bank: 'mandiri',
    header: columns('AccountNo|Ccy|PostDate|Remarks|AdditionalDesc|Credit Amount|Debit Amount|Close Balance'),
    akun: 0,
    tanggal: 2,
    uraian: [3, 4],
    masuk: 5,
    keluar: 6,
    saldo: 7,
  },
  {
    bank: 'mandiri',
    header: columns(
      'Account No|Date|Val. Date|Transaction Code|Description|Description|Reference No.|Debit|Credit',
    ),
    akun: 0,
    tanggal: 1,
    uraian: [4, 5],
    referensi: 6,
    keluar: 7,
    masuk: 8,
  },
  {
    bank: 'bni',
    header: columns('Post Date|Value Date|Branch|Journal No.|Description|Debit|Credit'),
    tanggal: 0,
    referensi: 3,
    uraian: [4],
    keluar: 5,
    masuk: 6,
  },
  {
    bank: 'bri',
    header: columns(bri),
    akun: 1,
    tanggal: 2,
    uraian: [6],
    keluar: 7,
    masuk: 8,
    saldo: 9,
    referensi: 10,
  },
  {
    bank: 'bri',
    header: columns('TGL_TRANSAKSI|JAM_TRANSAKSI|URAIAN_TRANSAKSI|DEBET|KREDIT'),
    tanggal: 0,
    uraian: [2],
    keluar: 3,
    masuk: 4,
  },
  {
    bank: 'bsi',
    header: columns('TrxId|Tanggal|Trx Time|D/K|Mutasi|Saldo|Keterangan'),
    referensi: 0,
    tanggal: 1,
    tanda: 3,
    jumlah: 4,
    saldo: 5,
    uraian: [6],
  },
  {
    bank: 'jago',
    header: columns('Tanggal & Waktu|Sumber/Tujuan|Rincian Transaksi|Catatan|Jumlah|Saldo'),
    tanggal: 0,
    uraian: [1, 2, 3],
    jumlah: 4,
    saldo: 5,
  },
  {
    bank: 'seabank',
    header: columns('Waktu Transaksi|Jenis Transaksi|Keterangan|Nominal|Saldo'),
    tanggal: 0,
    uraian: [2],
    jumlah: 3,
    saldo: 4,
  },
];

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

export const layoutOf = (cells: readonly string[]): Layout | undefined =>
  layouts.find(
    ({ header }) =>
      header.length === cells.length && header.every((title, at) => same(title, cells[at] ?? '')),
  );

/** Where most columns are those of a known bank: the bank may have renamed the others. */
export function almostLayout(cells: readonly string[]): { bank: string; hilang: string[] } | undefined {
  for (const { bank, header } of layouts) {
    const titles = header.filter((title) => title !== '');
    const hilang = titles.filter((title) => !cells.some((cell) => same(cell, title)));
    if (bank && hilang.length > 0 && hilang.length * 3 <= titles.length) return { bank, hilang };
  }
  return undefined;
}
