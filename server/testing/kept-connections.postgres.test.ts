/** What `makeApp()` relies on: a database that serves a second test is as new, or is not used again. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../database/open.ts';
import { makeApp } from './app.ts';
import { makeDatabase, type TestDatabase } from './databases.ts';
import { fillEstate } from './full-estate.ts';
import { dump } from './places.ts';

let used: TestDatabase;
let database: Database;
beforeEach(async () => {
  used = await makeDatabase('');
  database = open(used);
});
afterEach(() => database.close());

const open = ({ url, openPool }: TestDatabase) =>
  openDatabase({ dataDir: '', databaseUrl: url }, undefined, openPool);
const run = (statement: string) => sql.raw(statement).execute(database.writer);

async function next(): Promise<TestDatabase> {
  await database.close();
  await used.drop();
  return await makeDatabase('');
}

/** A database serves 25 tests: the present one may be at its last. */
async function untilNew(): Promise<void> {
  let one = await next();
  do {
    await one.drop();
    one = await makeDatabase('');
  } while (one.url === used.url);
  await one.drop();
}

test('rows and numbers of a full estate are gone', async () => {
  await untilNew();
  const app = await makeApp();
  const { databaseUrl } = app.context.config;
  const { id } = await app.as.warga();
  await fillEstate(app);
  await app.close();
  const again = await makeApp();
  expect(again.context.config.databaseUrl).toBe(databaseUrl);
  expect((await again.as.warga()).id).toBe(id);
  const { rows } = await dump(again.context.config);
  expect(rows).toMatchObject({ users: [{ id }], payments: [], expenses: [], notifications: [], posts: [] });
  await again.close();
});

test.each([
  'ALTER TABLE audit DISABLE TRIGGER audit_append_only',
  'ALTER TABLE payments ADD CONSTRAINT penuh CHECK (id < 0)',
  'ALTER TABLE posts RENAME TO elsewhere',
  'CREATE SCHEMA other',
])('after %s it is not used again', async (statement) => {
  await run(statement);
  expect((await next()).url).not.toBe(used.url);
});

test('while somebody else is connected it is not used again', async () => {
  const stranger = new pg.Client({ connectionString: used.url });
  stranger.on('error', () => {}); // ended when the database is dropped
  await stranger.connect();
  expect((await next()).url).not.toBe(used.url);
});
