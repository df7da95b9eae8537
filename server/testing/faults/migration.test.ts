/** Killed and concurrent migrations, and a program older than its database. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { openDatabase } from '../../database/open.ts';
import { makeDatabase, makeEmptyPostgres, onPostgres } from '../databases.ts';
import { freePort } from '../port.ts';
import { preload } from '../preload.ts';
import { bareEnv, startServer } from '../process.ts';

let folder: string;
let env: Record<string, string>;
let drop: () => Promise<void>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guyub-migration-'));
  env = { ...bareEnv, NODE_ENV: 'test', DEMO: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' };
  drop = async () => {};
  if (!onPostgres) return;
  const { url, ...empty } = await makeEmptyPostgres();
  env.DATABASE_URL = url;
  drop = empty.drop;
});
afterEach(async () => {
  await drop();
  await rm(folder, { recursive: true, force: true });
});

const script = join(import.meta.dirname, '../../operations/commands/migrate.ts');
const migrateIn = (more: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [script], { env: { ...env, ...more } });

async function schemaIn(where: Record<string, string>): Promise<string[]> {
  const database = openDatabase(readConfig(where));
  const text = onPostgres
    ? sql<{ line: string }>`SELECT table_name || '.' || column_name || ' ' || data_type AS line
        FROM information_schema.columns WHERE table_schema = 'public'
        UNION SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`
    : sql<{ line: string }>`SELECT name || ' ' || coalesce(sql, '') AS line FROM sqlite_master ORDER BY 1`;
  const { rows } = await text.execute(database.writer);
  await database.close();
  return rows.map(({ line }) => line);
}

async function wholeSchema(): Promise<string[]> {
  const fresh = await mkdtemp(join(tmpdir(), 'guyub-whole-'));
  const { url, drop: dropFresh } = await makeDatabase(fresh);
  const lines = await schemaIn({ ...env, DATA_DIR: fresh, ...(url ? { DATABASE_URL: url } : {}) });
  await dropFresh();
  await rm(fresh, { recursive: true });
  return lines;
}

const dieAt = (nth: number) => `
  let left = ${nth};
  const watch = (type, method) => {
    const own = type.prototype[method];
    type.prototype[method] = function (text, ...rest) {
      if (/^create (table|unique index|index|trigger)/i.test(text?.text ?? text) && (left -= 1) === 0)
        process.kill(process.pid, 'SIGKILL');
      return own.call(this, text, ...rest);
    };
  };
  watch(require('better-sqlite3'), 'prepare');
  watch(require('pg').Client, 'query');`;

test('a killed migration leaves nothing, and the next start completes it', async () => {
  const whole = await wholeSchema();
  for (const nth of [4, 12, whole.length > 60 ? 30 : 20]) {
    await expect(migrateIn(preload(folder, dieAt(nth)))).rejects.toMatchObject({ signal: 'SIGKILL' });
    const left = await schemaIn(env);
    expect(left.filter((line) => !/kysely_migration/.test(line))).toEqual([]);
  }
  await migrateIn();
  expect(await schemaIn(env)).toEqual(whole);
});

test('of three concurrent migrations one runs, and none fails', async () => {
  await Promise.all([migrateIn(), migrateIn(), migrateIn()]);
  expect(await schemaIn(env)).toEqual(await wholeSchema());
});

test('an older program refuses a newer database', async () => {
  await migrateIn();
  const database = openDatabase(readConfig(env));
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-from-tomorrow', '2027')`.execute(
    database.writer,
  );
  await database.close();
  const before = await schemaIn(env);
  await expect(startServer({ ...env, PORT: String(await freePort()) })).rejects.toThrow(
    'the server did not start: The database was written by a newer version of Guyub. Update the program, not the data.',
  );
  expect(await schemaIn(env)).toEqual(before);
});
