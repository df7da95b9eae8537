/** Receipts, numbered without gaps in the order in which they were first asked for; never written anew. */
export function statements(dialect: 'sqlite' | 'postgres'): string[] {
  return [
    `CREATE TABLE kuitansi (
      nomor integer PRIMARY KEY,
      payment_id integer NOT NULL UNIQUE REFERENCES payments (id),
      entri integer NOT NULL UNIQUE REFERENCES kas_entri (nomor),
      catatan text NOT NULL,
      dibuat text NOT NULL,
      CONSTRAINT kuitansi_number CHECK (nomor > 0)
    )`,
    ...(dialect === 'sqlite' ? sqlite : postgres),
  ];
}

const why = 'receipts are append-only';
const refuse = `BEGIN SELECT RAISE(ABORT, '${why}'); END`;

const sqlite = [
  `CREATE TRIGGER kuitansi_no_update BEFORE UPDATE ON kuitansi ${refuse}`,
  `CREATE TRIGGER kuitansi_no_delete BEFORE DELETE ON kuitansi ${refuse}`,
  // INSERT OR REPLACE deletes without firing the trigger of DELETE.
  `CREATE TRIGGER kuitansi_no_replace BEFORE INSERT ON kuitansi
    WHEN EXISTS (SELECT 1 FROM kuitansi
      WHERE nomor = new.nomor OR payment_id = new.payment_id OR entri = new.entri) ${refuse}`,
];

const postgres = [
  `CREATE FUNCTION kuitansi_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '${why}'; END $$`,
  `CREATE TRIGGER kuitansi_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON kuitansi
    EXECUTE FUNCTION kuitansi_refuse()`,
];
