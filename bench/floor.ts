// Baseline: the same responses from plain node:http, executing the product's recorded SQL statements on
// SQLite, with JSON.stringify, the same headers and fastest gzip. With Fastify instead, it shows the share of
// the framework; with the product's compression, the share of that. `node bench/floor.ts '{ "dataDir", "by":
// "http" or "fastify", "packing": "gzip" or "br", "calls": [{ "path", "token" }] }'` prints its address.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import BetterSqlite from 'better-sqlite3';
import Fastify from 'fastify';
import { Kysely } from 'kysely';
import { createApp } from '../server/app.ts';
import { hashToken, makeAuthenticate } from '../server/areas/auth/session-tokens.ts';
import { readConfig } from '../server/config.ts';
import { sqliteFile } from '../server/database/open.ts';
import type { Schema } from '../server/database/schema.ts';
import { StablePlanSqliteDialect } from '../server/database/sqlite-dialect.ts';
import { brotli } from '../server/http/compression.ts';
import { makeLog } from '../server/log.ts';
import { makeContext } from '../server/make-context.ts';
import type { FloorOrder } from './measure.ts';

const { dataDir, by, packing, calls }: FloorOrder = JSON.parse(process.argv[2] ?? '{}');
const packers = {
  gzip: { pack: (text: string) => gzipSync(text, { level: constants.Z_BEST_SPEED }), unpack: gunzipSync },
  br: { pack: (text: string) => brotliCompressSync(text, brotli), unpack: brotliDecompressSync },
};
const { pack, unpack } = packers[packing];
const database = new BetterSqlite(sqliteFile(dataDir), { readonly: true });
const plans = new Map(
  (await record()).map(({ path, token, texts, ...recorded }) => [
    keyOf(path, token),
    { ...recorded, statements: texts.map((text) => database.prepare(text)) },
  ]),
);

const columnsOf = ([row]: readonly unknown[]) => Object.keys(row ?? {}).join();

function answerTo({ url = '', headers }: IncomingMessage): { headers: OutgoingHttpHeaders; body: Buffer } {
  const plan = plans.get(keyOf(url, headers.authorization?.slice('Bearer '.length) ?? ''));
  if (!plan) throw new Error(`unknown call or person: ${url}`);
  const results = plan.statements.map((statement) => statement.all());
  // The longest result is the list; session, dues and counts have one row.
  const longest = results.reduce((most, found) => (found.length > most.length ? found : most), []);
  const list = results.filter((found) => columnsOf(found) === columnsOf(longest)).flat();
  const text = JSON.stringify({ status: 'success', data: list.slice(0, plan.rows), nextCursor: null });
  const body = plan.packs ? pack(text) : Buffer.from(text);
  return {
    headers: { ...plan.headers, 'x-request-id': randomUUID(), 'content-length': body.length },
    body,
  };
}

function keyOf(path: string, token: string): string {
  return `${hashToken(token)} ${path}`;
}

const keepAliveTimeout = 72_000;

function listenBare(): Promise<Server> {
  const server = createServer((request, response) => {
    const { headers, body } = answerTo(request);
    response.writeHead(200, headers);
    response.end(body);
  });
  server.keepAliveTimeout = keepAliveTimeout;
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function listenByFastify(): Promise<Server> {
  const app = Fastify({ keepAliveTimeout });
  app.get('/*', ({ raw }, reply) => {
    const { headers, body } = answerTo(raw);
    return reply.headers(headers).send(body);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}

const server = await (by === 'fastify' ? listenByFastify() : listenBare());
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

interface Recorded {
  path: string;
  token: string;
  headers: OutgoingHttpHeaders;
  packs: boolean;
  rows: number;
  texts: string[];
}

/** Records statements and values of each call from the product's own code. */
async function record(): Promise<Recorded[]> {
  const sent: string[] = [];
  const listening = new BetterSqlite(sqliteFile(dataDir), {
    readonly: true,
    verbose: (text) => sent.push(String(text)),
  });
  const db = new Kysely<Schema>({ dialect: new StablePlanSqliteDialect({ database: listening }) });
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent' });
  const running = await makeContext(config, makeLog('silent'));
  const context = { ...running.context, db };
  const app = await createApp(context, {
    authenticate: makeAuthenticate({ ...context, write: () => context.write }),
  });
  const recorded: Recorded[] = [];
  for (const { path, token } of calls) {
    sent.length = 0;
    const asked = { authorization: `Bearer ${token}`, 'accept-encoding': packing };
    const answer = await app.inject({ url: path, headers: asked });
    if (answer.statusCode !== 200) throw new Error(`${path} was answered ${answer.statusCode}`);
    const packs = answer.headers['content-encoding'] === packing;
    const text = String(packs ? unpack(answer.rawPayload) : answer.rawPayload);
    const { date: _, connection: __, 'transfer-encoding': ___, ...headers } = answer.headers;
    const { data } = JSON.parse(text) as { data: unknown[] };
    recorded.push({ path, token, headers, packs, rows: data.length, texts: [...sent] });
  }
  await app.close();
  await running.close();
  await db.destroy();
  return recorded;
}
