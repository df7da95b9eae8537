/** Search: every word must occur somewhere in the row, in any order. */
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, SqliteAdapter, sql } from 'kysely';
import { groupsOf, houseIn, phonesIn, withoutCourtesies, wordsOf } from '../../contract/search.ts';
import type { Db } from './open.ts';

export interface Searched {
  text: readonly string[];
  /** Column that is 1 if these texts contain characters beyond ASCII; for large tables. */
  beyondAscii?: string;
  /** Matches with and without its dash. */
  house?: string;
  /** Matches any notation of the number. */
  phone?: string;
  /** Column with the id of the row's owner, and the searched columns of the owner. */
  owner?: { column: string; person: Searched };
}

export const people: Searched = {
  text: ['users.nama', 'users.email'],
  house: 'users.blok',
  phone: 'users.no_hp',
};

export function matchesWords(db: Db, searched: Searched, q: string | undefined): RawBuilder<SqlBool> {
  const typed = wordsOf(q ?? '');
  const { owner = { column: '', person: searched } } = searched;
  const words = owner.person.house === undefined ? typed : withoutCourtesies(typed);
  /** Applies a test to the row itself or to its owner, who is found by an uncorrelated subquery. */
  const inRow = (test: (among: Searched) => RawBuilder<SqlBool>[]) => {
    const inOwner = searched.owner ? test(searched.owner.person) : [];
    const ids = sql<SqlBool>`${sql.ref(owner.column)} IN (SELECT id FROM users WHERE ${either(inOwner)})`;
    return [...(inOwner.length > 0 ? [ids] : []), ...test(searched)]; // the cheapest first
  };
  const inTexts = (word: string) => either(inRow((among) => [inText(db, among, word)]));
  const anywhere = (word: string) =>
    either(inRow((among) => [inText(db, among, word), ...inNumbers(among, word)]));
  const conditions = groupsOf(words)
    .toSorted((a, b) => b.join('').length - a.join('').length) // longest first: it excludes most rows
    .map((group) => {
      if (group.length === 1) return anywhere(group[0] ?? '');
      // A door number like "2" occurs in most houses, so it only counts together with its house.
      const apart = /^[a-z]/.test(group[0] ?? '') ? group.map(inTexts) : group.map(anywhere);
      return either([all(apart), ...inRow((among) => inNumbers(among, group.join('')))]);
    });
  return all(conditions);
}

/** Rows per statement: about 5 ms on SQLite. */
const rowsAtOnce = 5_000;

/**
 * Runs a search of a large table in chunks of ids, newest first, and yields to other requests in between: a
 * search with few matches reads every text.
 * @param read returns true when it has found enough
 */
export async function inIdChunks(
  db: Db,
  table: 'complaints',
  read: (portion: RawBuilder<SqlBool>) => Promise<boolean>,
): Promise<void> {
  const { rows } = await sql<{
    last: number | null;
  }>`SELECT max(id) AS last FROM ${sql.table(table)}`.execute(db);
  for (let to = rows[0]?.last ?? 0; to > 0; to -= rowsAtOnce) {
    const id = sql.ref(`${table}.id`);
    if (await read(sql<SqlBool>`${id} > ${to - rowsAtOnce} AND ${id} <= ${to}`)) return;
    await setImmediate();
  }
}

const all = (conditions: readonly RawBuilder<SqlBool>[]) =>
  conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`;

const either = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`(${sql.join(conditions, sql` OR `)})`;

/** LIKE ignores case only for ASCII. Other texts are folded, which is several times slower but rarely needed. */
function inText(db: Db, { text, beyondAscii }: Searched, word: string): RawBuilder<SqlBool> {
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const ignoringCase = sql.raw(sqlite ? 'LIKE' : 'ILIKE');
  const refs = text.map((column) => sql.ref(column));
  const folded = (ref: RawBuilder<unknown>) =>
    sqlite
      ? sql`fold(${ref})`
      : sql`lower(regexp_replace(normalize(${ref}, NFKD), '[\u0300-\u036f]', '', 'g'))`;
  const inFolded = either(
    refs.map((ref) => all([sql`octet_length(${ref}) <> length(${ref})`, like(folded(ref), word)])),
  );
  return either([
    ...refs.map((ref) => like(ref, word, ignoringCase)),
    beyondAscii ? all([sql`${sql.ref(beyondAscii)} = 1`, inFolded]) : inFolded,
  ]);
}

function inNumbers({ house, phone }: Searched, word: string): RawBuilder<SqlBool>[] {
  const found: RawBuilder<SqlBool>[] = [];
  const asHouse = houseIn(word);
  if (house !== undefined && asHouse) {
    const stored = sql`lower(${sql.ref(house)})`;
    found.push(like(asHouse.dashed ? stored : sql`replace(${stored}, '-', '')`, asHouse.piece));
  }
  if (phone !== undefined) for (const piece of phonesIn(word)) found.push(like(sql.ref(phone), piece));
  return found;
}

const like = (text: RawBuilder<unknown>, piece: string, operator = sql.raw('LIKE')) =>
  sql<SqlBool>`${text} ${operator} ${`%${piece.replace(/[\\%_]/g, '\\$&')}%`} ESCAPE '\\'`;
