/**
 * Settled months are marked at the commit: a transaction that has changed one payment of an account and waits for another
 * one would else lock out whoever holds that. SQLite has one writer at a time.
 */
export function statements(dialect: 'sqlite' | 'postgres'): string[] {
  if (dialect === 'sqlite') return [];
  return ['payments', 'pembebasan'].flatMap((table) => [
    `DROP TRIGGER ${table}_settle ON ${table}`,
    `CREATE CONSTRAINT TRIGGER ${table}_settle AFTER INSERT OR UPDATE OR DELETE ON ${table}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION mark_settled()`,
  ]);
}
