// The floor: the very statements that the product sends to SQLite for a call, sent by bare node:http, and the rows
// through JSON.stringify. Nothing that answers these calls from this database can be much faster.
// `node bench/floor.ts '{ "dataDir", "calls": [{ "path", "token" }] }'` prints its address.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import BetterSqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { createApp } from '../server/app.ts';
import { makeAuthenticate } from '../server/areas/auth/session-tokens.ts';
import { readConfig } from '../server/config.ts';
import { makeContext } from '../server/context.ts';
import { sqliteFile } from '../server/platform/db/open.ts';
import type { Schema } from '../server/platform/db/schema.ts';
import { makeLog } from '../server/platform/log.ts';
import type { FloorOrder } from './measure.ts';

const { dataDir, calls }: FloorOrder = JSON.parse(process.argv[2] ?? '{}');
const statements = await record();
const database = new BetterSqlite(sqliteFile(dataDir), { readonly: true });
const plans = new Map(
  [...statements].map(([path, texts]) => [path, texts.map((text) => database.prepare(text))]),
);

const server = createServer((request, response) => {
  const results = (plans.get(request.url ?? '') ?? []).map((statement) => statement.all());
  // The longest is the list; the session, the dues and counts are one row each.
  const data = results.reduce((longest, rows) => (rows.length > longest.length ? rows : longest), []);
  const body = Buffer.from(JSON.stringify({ status: 'success', data, nextCursor: null }));
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  });
  response.end(body);
});
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

/** Every statement of each call, with its values, as the product's own code sends it. */
async function record(): Promise<Map<string, string[]>> {
  const sent: string[] = [];
  const listening = new BetterSqlite(sqliteFile(dataDir), {
    readonly: true,
    verbose: (text) => sent.push(String(text)),
  });
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: listening }) });
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent' });
  const running = await makeContext(config, makeLog('silent'));
  const context = { ...running.context, db };
  const app = await createApp(context, {
    authenticate: makeAuthenticate({ ...context, write: () => context.write }),
  });
  const recorded = new Map<string, string[]>();
  for (const { path, token } of calls) {
    sent.length = 0;
    const { statusCode } = await app.inject({ url: path, headers: { authorization: `Bearer ${token}` } });
    if (statusCode !== 200) throw new Error(`${path} was answered ${statusCode}`);
    recorded.set(path, [...sent]);
  }
  await app.close();
  await running.close();
  await db.destroy();
  return recorded;
}
