/** Auditors (pengawas): a mark on the account of an active resident; and dues of the past, which stay as they were. */
export function statements(dialect: 'sqlite' | 'postgres'): string[] {
  return [
    `ALTER TABLE users ADD COLUMN pengawas integer NOT NULL DEFAULT 0
      CHECK (pengawas = 0 OR (pengawas = 1 AND jenis = 'warga' AND status = 'active' AND dihapus_pada IS NULL))`,
    `CREATE INDEX users_pengawas ON users (id) WHERE pengawas = 1`,
    ...(dialect === 'sqlite' ? sqlite : postgres),
  ];
}

const refusal = 'dues of the past stay as they were';
/** Months are compared with the newest row: only the newest dues may be changed, and only later ones added. */
const sqlite = [
  `CREATE TRIGGER dues_no_past_update BEFORE UPDATE ON dues
    WHEN new.sejak <> old.sejak OR EXISTS (SELECT 1 FROM dues WHERE sejak > old.sejak)
    BEGIN SELECT RAISE(ABORT, '${refusal}'); END`,
  `CREATE TRIGGER dues_no_delete BEFORE DELETE ON dues BEGIN SELECT RAISE(ABORT, '${refusal}'); END`,
  `CREATE TRIGGER dues_no_past_insert BEFORE INSERT ON dues
    WHEN EXISTS (SELECT 1 FROM dues WHERE sejak > new.sejak)
    BEGIN SELECT RAISE(ABORT, '${refusal}'); END`,
];
const postgres = [
  `CREATE FUNCTION dues_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '${refusal}'; END $$`,
  `CREATE FUNCTION dues_refuse_past() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      IF (TG_OP = 'UPDATE' AND new.sejak <> old.sejak)
        OR EXISTS (SELECT 1 FROM dues WHERE sejak > new.sejak) THEN
        RAISE EXCEPTION '${refusal}';
      END IF;
      RETURN new;
    END $$`,
  `CREATE TRIGGER dues_append_only BEFORE DELETE OR TRUNCATE ON dues EXECUTE FUNCTION dues_refuse()`,
  `CREATE TRIGGER dues_no_past BEFORE INSERT OR UPDATE ON dues
    FOR EACH ROW EXECUTE FUNCTION dues_refuse_past()`,
];
