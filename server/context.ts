/** Puts the parts together: database, storage, files, sockets and `write()`. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { makeAuthenticate, sessionCookie } from './areas/auth/session-tokens.ts';
import type { Config } from './config.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Context } from './platform/context.ts';
import { openDatabase } from './platform/db/open.ts';
import { makeWrite } from './platform/db/write.ts';
import { makeFiles } from './platform/files/files.ts';
import { temporaryFolder } from './platform/http/bind.ts';
import { type Authenticate, makeRealtime } from './platform/realtime/realtime.ts';
import { localStorage } from './platform/storage/local.ts';

export interface Running {
  context: Context;
  authenticate: Authenticate;
  close(): Promise<void>;
}

export async function makeContext(
  config: Config,
  log: FastifyBaseLogger,
  clock: Clock = systemClock,
): Promise<Running> {
  const database = openDatabase(config);
  const storage = localStorage(join(config.dataDir, 'files'));
  const files = makeFiles(storage);
  const db = database.read;
  // Uploads of requests that a crash cut off.
  await rm(temporaryFolder(config.dataDir), { recursive: true, force: true });
  await mkdir(temporaryFolder(config.dataDir), { recursive: true });

  // Sessions are written through `write()`, which tells the sockets, which ask for sessions.
  const authenticate = makeAuthenticate({ db, clock, log, write: () => write });
  const realtime = makeRealtime({
    authenticate,
    cookieName: sessionCookie,
    publicUrl: config.publicUrl,
    log,
  });
  const write = makeWrite({ database, clock, files, publish: realtime.publish });
  const context: Context = { config, database, db, write, files, storage, realtime, clock, log };
  return {
    context,
    authenticate,
    close: async () => {
      realtime.close();
      await database.close();
    },
  };
}
