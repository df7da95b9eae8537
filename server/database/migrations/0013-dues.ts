/**
 * Payments of several months with one proof. Officers who live here owe dues from the upgrade on; what they paid before
 * is charged as it was paid.
 */
export function statements(dialect: 'sqlite' | 'postgres'): string[] {
  const now =
    dialect === 'sqlite'
      ? `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`
      : `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return [
    'ALTER TABLE payments ADD COLUMN kelompok integer REFERENCES payments (id)',
    'CREATE INDEX payments_by_group ON payments (kelompok) WHERE kelompok IS NOT NULL',
    `INSERT INTO debtor_changes (user_id, waktu, banyak)
      SELECT id, ${now}, 1 FROM users
      WHERE jenis <> 'warga' AND blok IS NOT NULL AND status = 'active' AND dihapus_pada IS NULL`,
  ];
}
