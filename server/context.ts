/** Puts the parts together: database, storage, files, sockets and `write()`. */
import { mkdir } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';
import { makeAuthenticate, sessionCookie } from './areas/auth/session-tokens.ts';
import type { Config } from './config.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Context } from './platform/context.ts';
import { openDatabase } from './platform/db/open.ts';
import { makeWrite } from './platform/db/write.ts';
import { makeFiles } from './platform/files/files.ts';
import { temporaryFolder } from './platform/http/bind.ts';
import { prepareTemporaryFolder } from './platform/http/multipart.ts';
import { type Authenticate, makeRealtime } from './platform/realtime/realtime.ts';
import { openStorage } from './platform/storage/open.ts';

export interface Running {
  context: Context;
  authenticate: Authenticate;
  close(): Promise<void>;
}

/** Milliseconds: far more than anything that people wait for takes. */
const answerWithin = 30_000;

export async function makeContext(
  config: Config,
  log: FastifyBaseLogger,
  clock: Clock = systemClock,
): Promise<Running> {
  const database = openDatabase(config, answerWithin);
  if (config.storage.kind === 'folder') await mkdir(config.storage.folder, { recursive: true });
  const storage = openStorage(config.storage);
  const files = makeFiles(storage);
  const db = database.read;
  await prepareTemporaryFolder(temporaryFolder(config.dataDir));

  // Sessions are written through `write()`, which tells the sockets, which ask for sessions.
  const authenticate = makeAuthenticate({ db, clock, log, write: () => write });
  const realtime = makeRealtime({
    authenticate,
    cookieName: sessionCookie(config.publicUrl),
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    peers: config.databaseUrl ? await findPeers(config.databaseUrl, log) : null,
    log,
  });
  const write = makeWrite({ database, clock, files, publish: realtime.publish });
  const context: Context = { config, database, db, write, files, storage, realtime, clock, log };
  return {
    context,
    authenticate,
    close: async () => {
      await realtime.close();
      await database.close();
    },
  };
}

/** An estate on the embedded database has one process and loads nothing of this. */
async function findPeers(databaseUrl: string, log: FastifyBaseLogger) {
  const { postgresPeers } = await import('./platform/realtime/peers.ts');
  return postgresPeers(databaseUrl, log);
}
