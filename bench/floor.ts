// The floor: the very statements that the product sends to SQLite for a call, sent by bare node:http, and the rows
// through JSON.stringify. Nothing that answers these calls from this database can be much faster. By Fastify instead,
// without a hook, it tells how much of the product's distance is the framework's.
// `node bench/floor.ts '{ "dataDir", "by": "http" or "fastify", "calls": [{ "path", "token" }] }'` prints its address.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import BetterSqlite from 'better-sqlite3';
import Fastify from 'fastify';
import { Kysely } from 'kysely';
import { createApp } from '../server/app.ts';
import { makeAuthenticate } from '../server/areas/auth/session-tokens.ts';
import { readConfig } from '../server/config.ts';
import { makeContext } from '../server/context.ts';
import { sqliteFile } from '../server/platform/db/open.ts';
import type { Schema } from '../server/platform/db/schema.ts';
import { SteadySqliteDialect } from '../server/platform/db/sqlite-dialect.ts';
import { makeLog } from '../server/platform/log.ts';
import type { FloorOrder } from './measure.ts';

const { dataDir, by, calls }: FloorOrder = JSON.parse(process.argv[2] ?? '{}');
const database = new BetterSqlite(sqliteFile(dataDir), { readonly: true });
const plans = new Map(
  (await record()).map(({ path, rows, texts }) => [
    path,
    { rows, statements: texts.map((text) => database.prepare(text)) },
  ]),
);

const columnsOf = ([row]: readonly unknown[]) => Object.keys(row ?? {}).join();

function bodyOf(path: string): string {
  const { rows = 0, statements = [] } = plans.get(path) ?? {};
  const results = statements.map((statement) => statement.all());
  // The longest is the list, of a page with one row beyond it; the session, the dues and counts are one row each.
  const longest = results.reduce((most, found) => (found.length > most.length ? found : most), []);
  // The cash book comes in two parts.
  const list = results.filter((found) => columnsOf(found) === columnsOf(longest)).flat();
  return JSON.stringify({ status: 'success', data: list.slice(0, rows), nextCursor: null });
}

const type = 'application/json; charset=utf-8';
const keepAliveTimeout = 72_000;

function listenBare(): Promise<Server> {
  const server = createServer((request, response) => {
    const body = Buffer.from(bodyOf(request.url ?? ''));
    response.writeHead(200, { 'content-type': type, 'content-length': body.length });
    response.end(body);
  });
  server.keepAliveTimeout = keepAliveTimeout;
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function listenByFastify(): Promise<Server> {
  const app = Fastify({ keepAliveTimeout });
  app.get('/*', (request, reply) => reply.type(type).send(Buffer.from(bodyOf(request.url))));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}

const server = await (by === 'fastify' ? listenByFastify() : listenBare());
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

/** Every statement of each call, with its values, as the product's own code sends it. */
async function record(): Promise<{ path: string; rows: number; texts: string[] }[]> {
  const sent: string[] = [];
  const listening = new BetterSqlite(sqliteFile(dataDir), {
    readonly: true,
    verbose: (text) => sent.push(String(text)),
  });
  const db = new Kysely<Schema>({ dialect: new SteadySqliteDialect({ database: listening }) });
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent' });
  const running = await makeContext(config, makeLog('silent'));
  const context = { ...running.context, db };
  const app = await createApp(context, {
    authenticate: makeAuthenticate({ ...context, write: () => context.write }),
  });
  const recorded: { path: string; rows: number; texts: string[] }[] = [];
  for (const { path, token } of calls) {
    sent.length = 0;
    const answer = await app.inject({ url: path, headers: { authorization: `Bearer ${token}` } });
    if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode}`);
    recorded.push({ path, rows: answer.json<{ data: unknown[] }>().data.length, texts: [...sent] });
  }
  await app.close();
  await running.close();
  await db.destroy();
  return recorded;
}
