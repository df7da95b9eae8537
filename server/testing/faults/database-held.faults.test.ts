import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPost } from '../../../contract/posts.ts';
import { sqliteFile } from '../../database/open.ts';
import { makeApp, type TestApp } from '../app.ts';
import { onPostgres } from '../databases.ts';
import type { Person } from '../people.ts';
import { waitsDuring } from '../vitals.ts';

let app: TestApp;
let warga: Person;
beforeAll(async () => {
  app = await makeApp();
  warga = await app.as.warga('A1');
});
afterAll(() => app.close());

const post = () => warga.call(createPost, { body: { konten: 'Halo' }, files: {} });

async function hold(): Promise<() => Promise<void>> {
  if (!onPostgres) {
    const other = new BetterSqlite(sqliteFile(app.folder));
    other.exec('BEGIN IMMEDIATE');
    return async () => void other.close();
  }
  const client = new pg.Client({ connectionString: app.context.config.databaseUrl });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE posts, settings');
  return () => client.end();
}

test('all writes are refused after five seconds, reads continue', async () => {
  const release = await hold();
  const began = performance.now();
  const writes = Promise.all(Array.from({ length: 8 }, post));
  const { slowest } = await waitsDuring(warga, writes);
  for (const { status, refusal, headers } of await writes) {
    expect([status, refusal.code]).toEqual([503, 'busy']);
    expect(refusal.message).toContain('coba lagi');
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  }
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(slowest).toBeLessThan(2_000);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(503);
  await release();
  expect((await post()).status).toBe(201);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
});
