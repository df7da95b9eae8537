import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { login } from '../../contract/auth.ts';
import { createPost } from '../../contract/posts.ts';
import { migrate, newestSchema, schemaOf } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { makeApp } from '../testing/app.ts';
import { keptVersions, makeUpgraded, readKept, unpackKept } from '../testing/kept-releases.ts';
import { callsTo } from '../testing/people.ts';

/**
 * Targets count officers since 0.3.0, and with them percentages and states of months. After 0.3.0 a closing names a head
 * of the log that holds it.
 */
const withoutChanged = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    const { log_ukuran: _size, log_kepala: _head, ...kept } = value as Record<string, unknown>;
    if ('log_kepala' in value) return kept;
    if (!('target' in value)) return value;
    const { target: _, persentase: _percentage, status: _status, ...rest } = kept;
    return rest;
  }) as unknown;

describe.each(keptVersions)('an estate of %s', (version) => {
  const kept = readKept(version);

  test('shows everybody after the upgrade what it showed before, and goes on', async () => {
    const app = await makeApp({}, { database: (folder) => makeUpgraded(version, folder) });
    try {
      app.clock.set(kept.now);
      expect(await schemaOf(app.context.db)).toBe(newestSchema);
      let token = '';
      for (const { email, answers } of kept.people) {
        const body = { email, password: kept.password };
        token = (await callsTo(app.url, null)(login, { body })).body.token;
        for (const [path, answer] of Object.entries(answers)) {
          const response = await fetch(app.url + path, { headers: { authorization: `Bearer ${token}` } });
          expect(await response.json(), path).toMatchObject(withoutChanged(answer) as object);
        }
      }
      const posted = await callsTo(app.url, token)(createPost, { body: { konten: 'Selamat pagi' } });
      expect(posted.status).toBe(201);
    } finally {
      await app.close();
    }
  });

  test('has the tables and indexes that the migrations up to its own still make', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guyub-frozen-'));
    unpackKept(version, join(folder, 'kept'));
    const schemas = [];
    for (const dataDir of [join(folder, 'kept'), join(folder, 'new')]) {
      const database = openDatabase({ dataDir, databaseUrl: undefined });
      await migrate(database, kept.schema);
      const { rows } = await sql`SELECT type, name, sql FROM sqlite_master
        WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name`.execute(database.read);
      schemas.push(rows);
      await database.close();
    }
    await rm(folder, { recursive: true });
    expect(schemas[1]).toEqual(schemas[0]);
  });
});
