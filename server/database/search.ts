/** Finds rows by what people type: every word somewhere in the row, in any order. */
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type SqlBool, SqliteAdapter, sql } from 'kysely';
import { groupsOf, houseIn, phonesIn, withoutCourtesies, wordsOf } from '../../contract/search.ts';
import type { Db } from './open.ts';

/** Columns that are searched, with their table's name. */
export interface Searched {
  text: readonly string[];
  /** Is found with and without its dash. */
  house?: string;
  /** Is found in any spelling of the number. */
  phone?: string;
  /** The column that holds the id of the row's person, and what that person is found by. */
  owner?: { column: string; person: Searched };
}

/** What people are found by, in lists that show all of it. */
export const people: Searched = {
  text: ['users.nama', 'users.email'],
  house: 'users.blok',
  phone: 'users.no_hp',
};

/** Without words everything matches. */
export function matchesWords(db: Db, searched: Searched, q: string | undefined): RawBuilder<SqlBool> {
  const typed = wordsOf(q ?? '');
  const { owner = { column: '', person: searched } } = searched;
  const words = owner.person.house === undefined ? typed : withoutCourtesies(typed);
  /** In the row itself, or in its person, whom a subquery finds once and not for each row anew. */
  const inRow = (test: (among: Searched) => RawBuilder<SqlBool>[]) => {
    const inOwner = searched.owner ? test(searched.owner.person) : [];
    const ids = sql<SqlBool>`${sql.ref(owner.column)} IN (SELECT id FROM users WHERE ${either(inOwner)})`;
    return [...test(searched), ...(inOwner.length > 0 ? [ids] : [])];
  };
  const inTexts = (word: string) => either(inRow((among) => [inText(db, among, word)]));
  const anywhere = (word: string) =>
    either(inRow((among) => [inText(db, among, word), ...inNumbers(among, word)]));
  const conditions = groupsOf(words)
    .toSorted((a, b) => b.join('').length - a.join('').length) // the most telling first: it rules out most rows
    .map((group) => {
      if (group.length === 1) return anywhere(group[0] ?? '');
      // The digit of a door is in every house of its row, so it is looked for behind its house alone.
      const apart = /^[a-z]/.test(group[0] ?? '') ? group.map(inTexts) : group.map(anywhere);
      return either([all(apart), ...inRow((among) => inNumbers(among, group.join('')))]);
    });
  return all(conditions);
}

/** Rows that one statement of a search reads: some 5 ms on SQLite. */
const rowsAtOnce = 10_000;

/**
 * Runs a search of a large table in portions of its ids, newest first, so that others are served in between. A search
 * that finds little would otherwise hold the process until it has read every text.
 * @param read returns whether it has found enough
 */
export async function inPortions(
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

const inText = (db: Db, { text }: Searched, word: string) =>
  either(text.map((column) => textContains(db, column, word)));

/** As a house and as a phone, where the word can be one. */
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

/**
 * Plain comparison ignores the case of ASCII letters alone, so a text with other characters is folded; few have any,
 * and folding takes several times as long.
 */
function textContains(db: Db, column: string, word: string): RawBuilder<SqlBool> {
  const ref = sql.ref(column);
  const sqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const ignoringCase = sql.raw(sqlite ? 'LIKE' : 'ILIKE');
  const folded = sqlite
    ? sql`fold(${ref})`
    : sql`lower(regexp_replace(normalize(${ref}, NFKD), '[\u0300-\u036f]', '', 'g'))`;
  return sql<SqlBool>`(${like(ref, word, ignoringCase)}
    OR (octet_length(${ref}) <> length(${ref}) AND ${like(folded, word)}))`;
}

/** `%`, `_` and `\` mean themselves. */
const like = (text: RawBuilder<unknown>, piece: string, operator = sql.raw('LIKE')) =>
  sql<SqlBool>`${text} ${operator} ${`%${piece.replace(/[\\%_]/g, '\\$&')}%`} ESCAPE '\\'`;
