/**
 * PostgreSQL marks settled months at the commit. Marked by each statement, a transaction that changes several payments of
 * an account held its row of `bulan_beres` while it waited for the next payment: a deadlock with a transaction that held
 * that payment and needed the row. SQLite has one writer at a time.
 */
export function statements(dialect: 'sqlite' | 'postgres'): string[] {
  if (dialect === 'sqlite') return [];
  return ['payments', 'pembebasan'].flatMap((table) => [
    `DROP TRIGGER ${table}_settle ON ${table}`,
    `CREATE CONSTRAINT TRIGGER ${table}_settle AFTER INSERT OR UPDATE OR DELETE ON ${table}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION mark_settled()`,
  ]);
}
