// `serve.ts`, which also tells its parent how much processor time each answer took: another busy process lengthens that
// less than the time on the clock. Asked one request at a time.
import { subscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import BetterSqlite, { type Statement } from 'better-sqlite3';

/** Milliseconds of processor time. */
export interface Work {
  computed: number;
  /** The longest single statement; SQLite runs it on the main thread. */
  longest: number;
  sql: string;
}

const computedSoFar = () => {
  const { user, system } = process.cpuUsage(); // finer than that of the thread alone
  return (user + system) / 1_000;
};

let began = 0;
let longest = { took: 0, sql: '' };
subscribe('http.server.request.start', () => {
  longest = { took: 0, sql: '' };
  began = computedSoFar();
});
subscribe('http.server.response.finish', () => {
  const work: Work = { computed: computedSoFar() - began, longest: longest.took, sql: longest.sql };
  process.send?.(work);
});

function timed<T>(sql: string, run: () => T): T {
  const before = computedSoFar();
  try {
    return run();
  } finally {
    const took = computedSoFar() - before;
    if (took > longest.took) longest = { took, sql };
  }
}

const statements: Statement = Object.getPrototypeOf(new BetterSqlite(':memory:').prepare('SELECT 1'));
for (const name of ['all', 'get', 'run'] as const) {
  const original = statements[name];
  statements[name] = function (this: Statement, ...values: unknown[]) {
    return timed(this.source, () => Reflect.apply(original, this, values));
  } as never;
}
const iterate = statements.iterate;
statements.iterate = function* (this: Statement, ...values: unknown[]) {
  const rows = Reflect.apply(iterate, this, values);
  for (
    let row = timed(this.source, () => rows.next());
    !row.done;
    row = timed(this.source, () => rows.next())
  )
    yield row.value;
} as never;

process.once('disconnect', () => process.exit(0));
await import(join(import.meta.dirname, 'serve.ts'));
