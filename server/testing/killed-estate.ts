/** An estate whose server is a process of its own, so that a test can kill it while requests are under way. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { makeLog } from '../log.ts';
import { makeContext } from '../make-context.ts';
import { untilNobodyWrites } from './aftermath.ts';
import { makeDatabase, type TestDatabase } from './databases.ts';
import { makePeople, type People } from './people.ts';
import { freePort } from './port.ts';
import type { ServerProcess } from './process.ts';

export interface KilledEstate {
  /** Environment of the server. */
  env: Record<string, string>;
  database: TestDatabase;
  /** Makes accounts before the server is started. */
  withPeople<Made>(make: (as: People['as']) => Promise<Made>): Promise<Made>;
  remove(): Promise<void>;
}

export async function makeKilledEstate(): Promise<KilledEstate> {
  const folder = await mkdtemp(join(tmpdir(), 'guyub-killed-'));
  const database = await makeDatabase(folder);
  const port = String(await freePort());
  const env: Record<string, string> = {
    NODE_ENV: 'test',
    DEMO: '0',
    LOG_LEVEL: 'error',
    PORT: port,
    DATA_DIR: folder,
  };
  if (database.url) env.DATABASE_URL = database.url;
  return {
    env,
    database,
    withPeople: async (make) => {
      const running = await makeContext(readConfig(env), makeLog('silent'));
      const made = await make(makePeople(running.context, `http://127.0.0.1:${port}`).as);
      await running.close();
      return made;
    },
    remove: async () => {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Sends all requests at once and kills the server when some are answered, so that it does not depend on the speed of the
 * machine.
 * @returns the answers; null for requests without one
 */
export async function killAmid<Answer>(
  server: ServerProcess,
  { database }: KilledEstate,
  requests: readonly (() => Promise<Answer>)[],
): Promise<(Answer | null)[]> {
  const enough = Promise.withResolvers<void>();
  let missing = 1 + Math.floor((Math.random() * requests.length) / 2);
  const answers = Promise.all(
    requests.map(async (request) => {
      const answer = await request().catch(() => null);
      missing -= 1;
      if (missing === 0) enough.resolve();
      return answer;
    }),
  );
  await enough.promise;
  await server.kill();
  const answered = await answers;
  if (database.url) await untilNobodyWrites(database.url);
  return answered;
}
