/**
 * The settled months of each account in one row: a character for each month from January 2000 on, `1` if it has a
 * waiting or confirmed payment or a waiver. Triggers keep it with every change of a payment or a waiver.
 */
export function statements(dialect: 'sqlite' | 'postgres'): string[] {
  return [
    `CREATE TABLE bulan_beres (
      user_id integer PRIMARY KEY REFERENCES users (id),
      bulan text NOT NULL
    )`,
    fill,
    ...(dialect === 'sqlite' ? sqlite : postgres),
  ];
}

/** Months from January 2000 to December 2100, the last one that a payment may be for. */
const most = 101 * 12;
const none = '0'.repeat(most);
const placeOf = (row: string) => `(${row}.tahun - 2000) * 12 + ${row}.bulan - 1`;
const isLive = `status IN ('menunggu_konfirmasi', 'dikonfirmasi') AND dihapus_pada IS NULL`;

const fill = `INSERT INTO bulan_beres (user_id, bulan)
  WITH RECURSIVE places (place) AS (SELECT 0 UNION ALL SELECT place + 1 FROM places WHERE place < ${most - 1}),
  settled AS (
    SELECT user_id, ${placeOf('payments')} AS place FROM payments WHERE ${isLive}
    UNION SELECT user_id, ${placeOf('pembebasan')} FROM pembebasan WHERE akhir_id IS NULL
  ),
  accounts AS (SELECT user_id, max(place) AS last FROM settled GROUP BY user_id)
  SELECT accounts.user_id, string_agg(CASE WHEN settled.place IS NULL THEN '0' ELSE '1' END, '' ORDER BY places.place)
  FROM accounts JOIN places ON places.place <= accounts.last
  LEFT JOIN settled ON settled.user_id = accounts.user_id AND settled.place = places.place
  GROUP BY accounts.user_id`;

/** Also what a database tool changes: the months of the row as it was and as it is. */
function mark(row: 'old' | 'new'): string {
  const ofMonth = `user_id = ${row}.user_id AND tahun = ${row}.tahun AND bulan = ${row}.bulan`;
  return `INSERT INTO bulan_beres (user_id, bulan) VALUES (${row}.user_id, '') ON CONFLICT (user_id) DO NOTHING;
    UPDATE bulan_beres SET bulan = substr(bulan || '${none}', 1, ${placeOf(row)}) ||
      CASE WHEN EXISTS (SELECT 1 FROM payments WHERE ${ofMonth} AND ${isLive})
        OR EXISTS (SELECT 1 FROM pembebasan WHERE ${ofMonth} AND akhir_id IS NULL) THEN '1' ELSE '0' END ||
      substr(bulan, ${placeOf(row)} + 2)
      WHERE user_id = ${row}.user_id;`;
}

const tables = ['payments', 'pembebasan'];

const sqlite = tables.flatMap((table) => [
  `CREATE TRIGGER ${table}_settle_new AFTER INSERT ON ${table} BEGIN ${mark('new')} END`,
  `CREATE TRIGGER ${table}_settle_changed AFTER UPDATE ON ${table} BEGIN ${mark('old')} ${mark('new')} END`,
  `CREATE TRIGGER ${table}_settle_gone AFTER DELETE ON ${table} BEGIN ${mark('old')} END`,
]);

const postgres = [
  `CREATE FUNCTION mark_settled() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP <> 'INSERT' THEN ${mark('old')} END IF;
    IF TG_OP <> 'DELETE' THEN ${mark('new')} END IF;
    RETURN NULL;
  END $$`,
  ...tables.map(
    (table) => `CREATE TRIGGER ${table}_settle AFTER INSERT OR UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION mark_settled()`,
  ),
];
