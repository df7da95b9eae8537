/** Reads whose SQL is built once. */
import type { CompiledQuery } from 'kysely';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from './open.ts';

type Values = Record<string, string | number | null | undefined>;

/** Stands in the query for a value that each run fills in. */
class Blank {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Run = (sql: string, parameters: readonly unknown[]) => unknown[];

/** Handles that answer at once: Kysely's way to a connection takes longer than SQLite's to most answers. */
export const direct = new WeakMap<Db, Run>();

/**
 * For what every request asks, or nearly so: Kysely needs longer to build such a query than SQLite to answer it.
 * `build` may look at which values there are, since each combination has its own query, but not at what they are: it
 * only hands them on.
 */
export function prepared<V extends Values, Row>(
  build: (db: Db, values: V) => { compile(): CompiledQuery<Row> },
): (db: Db, values: V) => Promise<Row[]> {
  const built = new WeakMap<Db, Map<string, CompiledQuery<Row>>>();
  return async (db, values) => {
    const ofDb = built.get(db) ?? new Map<string, CompiledQuery<Row>>();
    built.set(db, ofDb);
    const names = Object.keys(values).filter((name) => values[name] !== undefined);
    const shape = names.join();
    const query = ofDb.get(shape) ?? build(db, blanks(names) as V).compile();
    ofDb.set(shape, query);
    const parameters = query.parameters.map((value) => (value instanceof Blank ? values[value.name] : value));
    const run = direct.get(db);
    if (run) return run(query.sql, parameters) as Row[];
    const { rows } = await db.getExecutor().executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

const blanks = (names: readonly string[]): unknown =>
  Object.fromEntries(names.map((name) => [name, new Blank(name)]));

type OfScope = { letter: string | undefined; userId: number | undefined };

/** The same of rows in a scope: each reach has its own query, and each run its own letter or person. */
export function preparedInScope<V extends Values, Row>(
  build: (db: Db, scope: Scope, values: V) => { compile(): CompiledQuery<Row> },
): (db: Db, scope: Scope, values: V) => Promise<Row[]> {
  const ofReach = (reach: Scope['reach']) =>
    prepared<V & OfScope, Row>((db, values) => build(db, { ...values, reach } as unknown as Scope, values));
  const queries = { all: ofReach('all'), block: ofReach('block'), own: ofReach('own') };
  return (db, scope, values) => {
    const letter = scope.reach === 'block' ? scope.letter : undefined;
    const userId = scope.reach === 'own' ? scope.userId : undefined;
    return queries[scope.reach](db, { ...values, letter, userId });
  };
}
