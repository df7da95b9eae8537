/**
 * A complete server for a test: HTTP on a free port, its own database (a copy of a migrated template), named
 * people and a settable clock. GUYUB_TEST_DATABASE selects the database.
 */
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import { createApp } from '../app.ts';
import type { PushService } from '../areas/push/push-service.ts';
import { type Config, readConfig } from '../config.ts';
import type { Context } from '../context.ts';
import type { Author } from '../database/author.ts';
import { makeLog } from '../log.ts';
import { makeContext } from '../make-context.ts';
import { copyPostgres, makeDatabase, onPostgres, type TestDatabase } from './databases.ts';
import { makePeople, type People, type Person } from './people.ts';
import { s3Bucket, s3Keys } from './s3.ts';

export interface TestApp {
  url: string;
  context: Context;
  /** Starts on Wednesday 15 July 2026, 10:00 in Jakarta. */
  clock: {
    now: Date;
    set(instant: string): void /** Until then nobody waits to the end. */;
    held?: Promise<void>;
  };
  as: People['as'];
  given: People['given'];
  people: readonly Person[];
  folder: string;
  /** Ends the server; its data stay. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export const startOfTests = '2026-07-15T03:00:00.000Z';

export interface AppParts {
  log?: DestinationStream;
  clientFolder?: string;
  beforeWrite?: () => Promise<void>;
  /** Instead of the known ones. */
  pushService?: PushService;
  /** Several apps, or processes besides this one, serve its database. */
  hasPeers?: boolean;
  /** Instead of a migrated, empty one. */
  database?: (folder: string) => Promise<TestDatabase>;
  /** A stopped one whose data and people it takes over. */
  copyOf?: TestApp;
}

export async function makeApp(env: Record<string, string> = {}, parts: AppParts = {}): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'guyub-'));
  const { copyOf: original } = parts;
  const database = original
    ? await copyData(original, folder)
    : await (parts.database ?? makeDatabase)(folder);
  const config: Config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: parts.log ? 'trace' : 'silent',
    DEMO: '0',
    ...(database.url ? { DATABASE_URL: database.url } : {}),
    ...bucketOfItsOwn(),
    ...env,
  });
  const clock: TestApp['clock'] = {
    now: original?.clock.now ?? new Date(startOfTests),
    set: (instant: string) => void (clock.now = new Date(instant)),
  };
  /** Advances the clock instead of waiting, after all other pending work. */
  const pause = async (milliseconds: number) => {
    await clock.held;
    await new Promise((resolve) => setImmediate(resolve));
    clock.now = new Date(clock.now.getTime() + milliseconds);
  };
  const running = await makeContext(config, makeLog(config.logLevel, parts.log), {
    clock: () => clock.now,
    pause,
    pushService: parts.pushService,
    openPool: config.databaseUrl === database.url ? database.openPool : undefined,
    hasPeers: parts.hasPeers ?? false,
  });
  const context = pausing(running.context, parts.beforeWrite);
  const client = parts.clientFolder === undefined ? {} : { clientFolder: parts.clientFolder };
  const app = await createApp(context, { authenticate: running.authenticate, ...client });
  await context.realtime.attach(app.server);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const end = async () => {
    void context.realtime.close();
    await app.close();
    await running.close();
  };
  return {
    url,
    context,
    clock,
    folder,
    ...makePeople(context, url, original?.people),
    stop: async () => {
      await end();
      await database.disconnect?.();
    },
    close: async () => {
      await end();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function pausing(context: Context, beforeWrite: AppParts['beforeWrite']): Context {
  if (!beforeWrite) return context;
  const pause = async (author: Author | 'system') => (author === 'system' ? undefined : await beforeWrite());
  return {
    ...context,
    write: async (author, ...rest) => {
      await pause(author);
      return await context.write(author, ...rest);
    },
    writeAccount: async (author, ...rest) => {
      await pause(author);
      return await context.writeAccount(author, ...rest);
    },
  };
}

/** In the S3 server of the global setup, if there is one. */
export function bucketOfItsOwn(endpoint = process.env.GUYUB_TEST_S3): Record<string, string> {
  if (!endpoint) return {};
  return { STORAGE: `s3://${s3Bucket}/${randomUUID()}?endpoint=${endpoint}`, ...s3Keys };
}

async function copyData({ folder, context }: TestApp, to: string): Promise<TestDatabase> {
  await cp(folder, to, { recursive: true });
  return onPostgres
    ? await copyPostgres(new URL(context.config.databaseUrl ?? '').pathname.slice(1))
    : { drop: async () => {} };
}
