import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { makeAuthenticate, sessionCookie } from './areas/auth/session-tokens.ts';
import { openSigner } from './areas/log/open-signer.ts';
import { countLikes } from './areas/posts/queries.ts';
import { openVapid } from './areas/push/open-vapid.ts';
import { knownPushServices, type PushService } from './areas/push/push-service.ts';
import { uniqueRules } from './areas.ts';
import { type Clock, type Pause, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { openDatabase } from './database/open.ts';
import { type OpenPool, openPostgresPool } from './database/postgres-pool.ts';
import { makeWrite } from './database/write.ts';
import { temporaryFolder } from './http/bind.ts';
import { makeFiles } from './http/files/files.ts';
import { prepareTemporaryFolder } from './http/multipart.ts';
import { makeFolder } from './make-folder.ts';
import { topicsHeardBy } from './realtime/announcer.ts';
import { type Authenticate, makeRealtime } from './realtime/realtime.ts';
import { openStorage } from './storage/open.ts';

export interface Running {
  context: Context;
  authenticate: Authenticate;
  close(): Promise<void>;
}

/** Statement timeout in milliseconds, far above any user request. */
const answerWithin = 30_000;

/** What tests replace. */
export interface Surroundings {
  clock?: Clock;
  pause?: Pause;
  pushService?: PushService | undefined;
  openPool?: OpenPool | undefined;
  /** Whether other processes may serve the same estate. */
  hasPeers?: boolean;
}

export async function makeContext(
  config: Config,
  log: FastifyBaseLogger,
  {
    clock = systemClock,
    pause = setTimeout,
    pushService = knownPushServices,
    openPool = openPostgresPool,
    hasPeers = config.databaseUrl !== undefined,
  }: Surroundings = {},
): Promise<Running> {
  const database = openDatabase(config, answerWithin, openPool);
  if (config.storage.kind === 'folder') makeFolder(config.storage.folder);
  const storage = openStorage(config.storage);
  const files = makeFiles(storage);
  const db = database.read;
  await prepareTemporaryFolder(temporaryFolder(config.dataDir));

  // Circular: `write()` publishes to the sockets, sockets authenticate, and sessions are written through
  // `write()`.
  const authenticate = makeAuthenticate({ db, clock, log, write: () => write });
  const realtime = makeRealtime({
    authenticate,
    cookieName: sessionCookie(config.publicUrl),
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    peers: config.databaseUrl && hasPeers ? await findPeers(config.databaseUrl, log) : null,
    countLikes: (posts) => countLikes(db, posts),
    log,
  });
  const { write, writeAccount } = makeWrite({
    database,
    clock,
    files,
    publish: (effects, author) => {
      realtime.publish(effects);
      if (author !== 'system') for (const topic of topicsHeardBy(author, effects)) author.changed?.add(topic);
    },
    uniqueRules,
    fileQuota: config.fileQuota,
  });
  const close = async () => {
    await realtime.close();
    await database.close();
  };
  const openKeys = async () => {
    const opened = await openSigner({ config, db, write });
    await openVapid({ db, write });
    return opened;
  };
  const signer = await openKeys().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    context: {
      config,
      database,
      db,
      write,
      writeAccount,
      signer,
      pushService,
      files,
      storage,
      realtime,
      clock,
      pause,
      log,
    },
    authenticate,
    close,
  };
}

async function findPeers(databaseUrl: string, log: FastifyBaseLogger) {
  const { postgresPeers } = await import('./realtime/peers.ts');
  return postgresPeers(databaseUrl, log);
}
