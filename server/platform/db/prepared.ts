/** Reads whose SQL is built once. */
import type { CompiledQuery } from 'kysely';
import type { Db } from './open.ts';

type Values = Record<string, string | number | null>;

/** Stands in the query for a value that each run fills in. */
class Blank {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const blanks = new Proxy({}, { get: (_, name) => new Blank(String(name)) });

/**
 * For what every request asks, or nearly so: Kysely needs longer to build such a query than SQLite to answer it. The
 * query must be the same whatever the values, so `build` may hand them on but not look at them.
 */
export function prepared<V extends Values, Row>(
  build: (db: Db, values: V) => { compile(): CompiledQuery<Row> },
): (db: Db, values: V) => Promise<Row[]> {
  const built = new WeakMap<Db, CompiledQuery<Row>>();
  return async (db, values) => {
    const query = built.get(db) ?? build(db, blanks as V).compile();
    built.set(db, query);
    const parameters = query.parameters.map((value) => (value instanceof Blank ? values[value.name] : value));
    const { rows } = await db.getExecutor().executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
