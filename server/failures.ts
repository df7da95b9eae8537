import type { RefusalCode } from '../contract/messages.ts';

/** The database does not answer, or the file is not the one that was opened. */
export class DatabaseUnavailable extends Error {
  readonly code = 'DATABASE_UNAVAILABLE';
}

type Failure = Extract<RefusalCode, 'storage_full' | 'storage_unavailable' | 'database_unavailable' | 'busy'>;

/** Error codes of Node, SQLite, PostgreSQL (five characters) and of this project. */
const meanings: readonly (readonly [codes: RegExp, meaning: Failure])[] = [
  [/^(ENOSPC|EDQUOT|SQLITE_FULL|53100)$/, 'storage_full'],
  [/^(EMFILE|ENFILE)$|^SQLITE_(BUSY|LOCKED)/, 'busy'],
  // lock timeout, cancelled statement, serialization failure, deadlock
  [/^(55P03|57014|40001|40P01)$/, 'busy'],
  [/^SQLITE_(CANTOPEN|CORRUPT|IOERR|NOTADB|PROTOCOL|READONLY)/, 'database_unavailable'],
  [/^DATABASE_UNAVAILABLE$/, 'database_unavailable'],
  [/^(STORAGE_UNAVAILABLE|EACCES|EIO|ENOTDIR|EPERM|EROFS)$/, 'storage_unavailable'],
];

export function failureOf(error: unknown): Failure | null {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return null;
  return meanings.find(([codes]) => codes.test(code))?.[1] ?? null;
}
