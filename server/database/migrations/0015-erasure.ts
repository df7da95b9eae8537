/** Accounts whose personal data were erased; of their entries in the book the name of the payer may be replaced, nothing else. */
export function statements(dialect: 'sqlite' | 'postgres'): string[] {
  return [
    'ALTER TABLE users ADD COLUMN data_dihapus_pada text',
    ...(dialect === 'sqlite' ? sqlite : postgres),
  ];
}

const erased = `EXISTS (SELECT 1 FROM payments JOIN users ON users.id = payments.user_id
  WHERE payments.id = old.payment_id AND users.data_dihapus_pada IS NOT NULL)`;

const others = [
  'nomor',
  'tanggal',
  'akun_id',
  'dana_id',
  'jumlah',
  'jenis',
  'kategori',
  'payment_id',
  'expense_id',
  'penerimaan_id',
  'pasangan',
  'membatalkan',
  'persetujuan_id',
  'keterangan',
  'blok',
  'dibuat_oleh',
  'dibuat_pada',
];

const sqlite = [
  'DROP TRIGGER kas_entri_no_update',
  // An update without another name is always refused, also of columns that come later.
  `CREATE TRIGGER kas_entri_no_update BEFORE UPDATE ON kas_entri
    WHEN NOT coalesce(new.nama = 'Warga terhapus' AND old.nama <> 'Warga terhapus' AND ${erased}
      ${others.map((column) => `AND new.${column} IS old.${column}`).join(' ')}, 0)
    BEGIN SELECT RAISE(ABORT, 'the book is append-only'); END`,
];

const postgres = [
  'DROP TRIGGER kas_entri_append_only ON kas_entri',
  `CREATE TRIGGER kas_entri_append_only BEFORE DELETE OR TRUNCATE ON kas_entri
    EXECUTE FUNCTION kas_entri_refuse()`,
  `CREATE FUNCTION kas_entri_refuse_change() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      IF new.nama = 'Warga terhapus' AND old.nama <> 'Warga terhapus'
        AND to_jsonb(new) - 'nama' = to_jsonb(old) - 'nama' AND ${erased} THEN
        RETURN new;
      END IF;
      RAISE EXCEPTION 'the book is append-only';
    END $$`,
  `CREATE TRIGGER kas_entri_no_update BEFORE UPDATE ON kas_entri
    FOR EACH ROW EXECUTE FUNCTION kas_entri_refuse_change()`,
];
