import BetterSqlite from 'better-sqlite3';
import { sqliteFile } from '../server/database/open.ts';

const tables = ['log_daun', 'log_simpul', 'log_kepala', 'audit_nilai'];

/** Pages of the log with its indexes, and the bytes of leaves, salts and values that they hold. */
export function logOnDisk(dataDir: string) {
  const database = new BetterSqlite(sqliteFile(dataDir), { readonly: true });
  const number = (text: string, ...values: string[]) =>
    Number(
      database
        .prepare(text)
        .pluck()
        .get(...values) ?? 0,
    );
  const sizes = tables.map((name) => ({
    name,
    bytes: number(
      'SELECT sum(pgsize) FROM dbstat WHERE aggregate = true AND name IN (SELECT name FROM sqlite_master WHERE tbl_name = ?)',
      name,
    ),
  }));
  const content =
    number('SELECT sum(length(CAST(isi AS blob))) FROM log_daun') +
    number(
      "SELECT sum(length(CAST(coalesce(nama, '') AS blob)) + length(CAST(coalesce(isi, '') AS blob))) FROM audit_nilai",
    );
  const leaves = number('SELECT count(*) FROM log_daun');
  database.close();
  return { tables: sizes, bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0), content, leaves };
}
