/** Search: every word must occur somewhere in the row, in any order. */
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type Selectable, type SqlBool, SqliteAdapter, sql } from 'kysely';
import type { Scope } from '../../contract/policy.ts';
import { groupsOf, houseIn, phonesIn, withoutCourtesies, wordsOf } from '../../contract/search.ts';
import type { Db } from './open.ts';
import type { Schema } from './schema.ts';

export interface Searched {
  text: readonly string[];
  /** Column of a large table that holds these texts as lines; on SQLite null where they have to be folded. */
  prepared?: string;
  /** Matches with and without its dash. */
  house?: string;
  /** Matches any notation of the number. */
  phone?: string;
}

/** Rows that are also found by their owner: the column with the owner's id, and what is searched of the owner. */
export interface Owned extends Searched {
  ownerId: string;
  owner: Searched;
}

export const people: Searched = {
  text: ['users.nama', 'users.email'],
  house: 'users.blok',
  phone: 'users.no_hp',
};

/** In lists of payers, among whom are officers: their e-mails are not for coordinators, so a search must not tell them. */
export const payersIn = ({ reach }: Scope): Searched =>
  reach === 'all' ? people : { ...people, text: ['users.nama'] };

type Condition = RawBuilder<SqlBool>;

/** What to find in a row: a piece of its texts, or of its house and phone numbers, or either. */
interface Piece {
  text?: string;
  number?: string;
}

export const matchesWords = (db: Db, searched: Searched, q: string | undefined): Condition =>
  matches(piecesIn(q, searched), (piece) => either(inRow(db, searched, piece)));

/** The owners are found beforehand: a subquery would read all accounts again in each chunk of a large table. */
export async function matchesOwned(db: Db, searched: Owned, q: string | undefined): Promise<Condition> {
  const groups = piecesIn(q, searched.owner);
  const conditions = new Map<Piece, Condition>();
  for (const piece of groups.flat(2)) {
    const owned = await isOwnedBy(db, searched, piece);
    conditions.set(piece, either([...owned, ...inRow(db, searched, piece)])); // the cheapest first
  }
  return matches(groups, (piece) => conditions.get(piece) ?? sql`1 = 0`);
}

/** Groups of words that must all match: each is a list of alternatives, whose pieces must all be found. */
function piecesIn(q: string | undefined, { house }: Searched): Piece[][][] {
  const typed = wordsOf(q ?? '');
  const anywhere = (word: string): Piece => ({ text: word, number: word });
  return groupsOf(house === undefined ? typed : withoutCourtesies(typed))
    .toSorted((a, b) => b.join('').length - a.join('').length) // longest first: it excludes most rows
    .map((group) => {
      if (group.length === 1) return [group.map(anywhere)];
      const [first, ...rest] = group;
      // Only the letter of a house is one: texts have to name the block.
      if (house !== undefined && first === 'blok')
        return [[{ number: rest.join('') }], [{ text: group.join(' ') }]];
      // A door number like "2" occurs in most houses, so it only counts together with its house.
      const apart = /^[a-z]/.test(group[0] ?? '') ? group.map((text) => ({ text })) : group.map(anywhere);
      return [apart, [{ number: group.join('') }]];
    });
}

const matches = (groups: readonly Piece[][][], found: (piece: Piece) => Condition) =>
  all(groups.map((alternatives) => either(alternatives.map((pieces) => all(pieces.map(found))))));

/** No condition if nobody is found, and one that is always true if everybody is. */
async function isOwnedBy(db: Db, { ownerId, owner }: Owned, piece: Piece): Promise<Condition[]> {
  const { rows } = await sql<{ ids: string | null; is_all: boolean | number }>`
    SELECT string_agg(CAST(id AS text), ',') AS ids, count(*) = (SELECT count(*) FROM users) AS is_all
    FROM users WHERE ${either(inRow(db, owner, piece))}`.execute(db);
  const [{ ids, is_all } = { ids: null, is_all: false }] = rows;
  if (ids === null) return [];
  if (is_all) return [sql`1 = 1`];
  const id = sql.ref(ownerId);
  return isSqlite(db)
    ? [sql`substr(${bytesAt(ids.split(',').map(Number))}, ${id}, 1) = x'01'`]
    : [sql`${id} IN (SELECT CAST(unnest(string_to_array(${ids}, ',')) AS integer))`];
}

/** A byte of 1 at the place of each id, and of 0 elsewhere: looking up a list takes SQLite twice as long. */
function bytesAt(ids: readonly number[]): Buffer {
  const bytes = Buffer.alloc(Math.max(...ids));
  for (const id of ids) bytes[id - 1] = 1;
  return bytes;
}

/** Rows per statement: about 5 ms on SQLite. */
const rowsAtOnce = 15_000;

/** For a search on SQLite read from the index that holds what is searched: its planner would choose another. */
export function searchTable<Name extends 'complaints'>(db: Db, table: Name, q: string | undefined) {
  const isHinted = q !== undefined && isSqlite(db);
  const alias = isHinted ? sql`${sql.ref(table)} INDEXED BY ${sql.ref(`${table}_search`)}` : sql.ref(table);
  return sql<Selectable<Schema[Name]>>`${sql.table(table)}`.as<Name>(alias);
}

/**
 * Runs a search of a large table in chunks of ids, newest first, and yields to other requests in between: a
 * search with few matches reads every text. On PostgreSQL, which is a process of its own, in one.
 * @param read returns true when it has found enough
 */
export async function inIdChunks(
  db: Db,
  table: 'complaints',
  read: (portion: Condition) => Promise<boolean>,
): Promise<void> {
  if (!isSqlite(db)) return void (await read(sql`1 = 1`));
  const { rows } = await sql<{
    last: number | null;
  }>`SELECT max(id) AS last FROM ${sql.table(table)}`.execute(db);
  for (let to = rows[0]?.last ?? 0; to > 0; to -= rowsAtOnce) {
    const id = sql.ref(`${table}.id`);
    if (await read(sql<SqlBool>`${id} > ${to - rowsAtOnce} AND ${id} <= ${to}`)) return;
    await setImmediate();
  }
}

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`1 = 1` : sql`(${sql.join(conditions, sql` AND `)})`;

const either = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`1 = 0` : sql`(${sql.join(conditions, sql` OR `)})`;

const inRow = (db: Db, searched: Searched, { text, number }: Piece): Condition[] => [
  ...(text === undefined ? [] : [inText(db, searched, text)]),
  ...(number === undefined ? [] : inNumbers(searched, number)),
];

const isSqlite = (db: Db) => db.getExecutor().adapter instanceof SqliteAdapter;

/** Case is ignored only for ASCII. Other texts are folded, which is several times slower but rarely needed. */
function inText(db: Db, { text, prepared }: Searched, word: string): Condition {
  const sqlite = isSqlite(db);
  if (prepared !== undefined) return inPrepared(sqlite, prepared, text, word);
  // LIKE ignores case on SQLite. ILIKE would take twice as long, since it follows the language of the database.
  const lower = (ref: RawBuilder<unknown>) => (sqlite ? ref : sql`lower(${ref} COLLATE "C")`);
  const refs = text.map((column) => sql.ref(column));
  const folded = (ref: RawBuilder<unknown>) =>
    sqlite
      ? sql`fold(${ref})`
      : sql`lower(regexp_replace(normalize(${ref}, NFKD), '[\u0300-\u036f]', '', 'g'))`;
  const inFolded = either(
    refs.map((ref) => all([sql`octet_length(${ref}) <> length(${ref})`, like(folded(ref), word)])),
  );
  return either([...refs.map((ref) => like(lower(ref), word)), inFolded]);
}

function inPrepared(sqlite: boolean, prepared: string, text: readonly string[], word: string): Condition {
  const column = sql.ref(prepared);
  if (!sqlite) return sql`strpos(${column}, ${word}) > 0`;
  const lines = sql.join(
    text.map((each) => sql.ref(each)),
    sql` || char(10) || `,
  );
  const lower = sql`coalesce(${column}, fold(${lines}))`;
  // LIKE compares wherever the first letter occurs: a word is sought without the most frequent ones first.
  const tail = word.replace(/^[aein]+(?=.)/, '');
  return all([...(tail === word ? [] : [like(lower, tail)]), like(lower, word)]);
}

function inNumbers({ house, phone }: Searched, word: string): Condition[] {
  const found: Condition[] = [];
  const asHouse = houseIn(word);
  if (house !== undefined && asHouse) {
    const stored = sql`lower(${sql.ref(house)})`;
    found.push(like(asHouse.dashed ? stored : sql`replace(${stored}, '-', '')`, asHouse.piece));
  }
  if (phone !== undefined) for (const piece of phonesIn(word)) found.push(like(sql.ref(phone), piece));
  return found;
}

const like = (text: RawBuilder<unknown>, piece: string) =>
  sql<SqlBool>`${text} LIKE ${`%${piece.replace(/[\\%_]/g, '\\$&')}%`} ESCAPE '\\'`;
