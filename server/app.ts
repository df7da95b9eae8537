import type { FastifyInstance } from 'fastify';
import type { Area } from './area.ts';
import { makeDailyLimits } from './areas/auth/daily-limits.ts';
import { sessionCookie } from './areas/auth/session-tokens.ts';
import { countViolations, findLastBackup } from './areas/backup/queries.ts';
import { listVerifierKeys } from './areas/log/list-verifier-keys.ts';
import { readSettings } from './areas/settings/queries.ts';
import { areas, endpoints, endpointsOf } from './areas.ts';
import type { Context } from './context.ts';
import { tryToWrite } from './database/write.ts';
import { bind, temporaryFolder } from './http/bind.ts';
import { type AssetRules, addAssets } from './http/files/assets.ts';
import { makeBodySlots } from './http/limits/body-slots.ts';
import { makeMinuteLimit } from './http/limits/minute-limit.ts';
import { addApiDocument, addApiDocumentRoutes } from './http/openapi.ts';
import { addOperations } from './http/operations.ts';
import type { Route } from './http/route.ts';
import { makeHttpServer } from './http/server.ts';
import { addClient } from './http/static.ts';
import type { Authenticate } from './realtime/realtime.ts';

export interface AppOptions {
  authenticate: Authenticate;
  clientFolder?: string;
}

/** @throws Error unless each endpoint of the contract has exactly one handler */
export async function createApp(
  context: Context,
  { authenticate, clientFolder }: AppOptions,
): Promise<FastifyInstance> {
  const { config, db, storage, realtime, log } = context;
  const app = makeHttpServer(config, log);
  const options = {
    db,
    authenticate,
    cookieName: sessionCookie(config.publicUrl),
    isOpen: async (setting: 'logPublik') => (await readSettings(db))[setting],
    countMinute: makeMinuteLimit(config.changesPerMinute),
    countDay: makeDailyLimits(context).countCall,
    acquireBodySlot: makeBodySlots(),
    readOwner: async () => (await readSettings(db)).estateName,
    temporaryFolder: temporaryFolder(config.dataDir),
  };
  addApiDocument(app);
  app.register(async (api) => {
    const routes = areas.flatMap((area) => {
      const own = area.routes(context);
      assertComplete(area, own);
      return own;
    });
    bind(api, routes, options);
    addApiDocumentRoutes(api, endpoints);
    addAssets(api, {
      db,
      storage,
      authenticate,
      cookieName: sessionCookie(config.publicUrl),
      rules: Object.assign({}, ...areas.map((area) => area.assetRules)) as AssetRules,
    });
    addOperations(api, config, {
      ready: async () => {
        await db.selectFrom('settings').select('kunci').limit(1).execute();
        await tryToWrite(context.database);
      },
      socketConnections: () => realtime.connections(),
      violations: () => countViolations(db),
      lastBackup: () => findLastBackup(db),
    });
    if (clientFolder) addClient(api, clientFolder, () => listVerifierKeys(db));
  });
  await app.ready();
  return app;
}

function assertComplete(area: Area, routes: readonly Route[]) {
  for (const endpoint of endpointsOf(area)) {
    const handlers = routes.filter((route) => route.endpoint === endpoint).length;
    if (handlers !== 1) throw new Error(`${endpoint.method} ${endpoint.path} has ${handlers} handlers`);
  }
}
