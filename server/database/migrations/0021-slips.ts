/**
 * Receipts of several months: `kuitansi` has the first month of each receipt, `kuitansi_bulan` all of them.
 */
export function statements(dialect: 'sqlite' | 'postgres'): string[] {
  return [
    `CREATE TABLE kuitansi_bulan (
      payment_id integer PRIMARY KEY REFERENCES payments (id),
      entri integer NOT NULL UNIQUE REFERENCES kas_entri (nomor),
      kuitansi integer NOT NULL REFERENCES kuitansi (nomor)
    )`,
    'CREATE INDEX kuitansi_bulan_of ON kuitansi_bulan (kuitansi)',
    `INSERT INTO kuitansi_bulan (payment_id, entri, kuitansi)
      SELECT payment_id, entri, nomor FROM kuitansi`,
    ...(dialect === 'sqlite' ? sqlite : postgres),
  ];
}

const refuse = `BEGIN SELECT RAISE(ABORT, 'receipts are append-only'); END`;

const sqlite = [
  `CREATE TRIGGER kuitansi_bulan_no_update BEFORE UPDATE ON kuitansi_bulan ${refuse}`,
  `CREATE TRIGGER kuitansi_bulan_no_delete BEFORE DELETE ON kuitansi_bulan ${refuse}`,
  // INSERT OR REPLACE deletes without firing the trigger of DELETE.
  `CREATE TRIGGER kuitansi_bulan_no_replace BEFORE INSERT ON kuitansi_bulan
    WHEN EXISTS (SELECT 1 FROM kuitansi_bulan
      WHERE payment_id = new.payment_id OR entri = new.entri) ${refuse}`,
];

const postgres = [
  `CREATE TRIGGER kuitansi_bulan_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON kuitansi_bulan
    EXECUTE FUNCTION kuitansi_refuse()`,
];
