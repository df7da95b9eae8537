/** The product as a function of its context: the areas, in order, and the calls that each of them answers. */
import type { FastifyInstance } from 'fastify';
import * as auditContract from '../contract/audit.ts';
import * as authContract from '../contract/auth.ts';
import * as backupContract from '../contract/backup.ts';
import * as cashBookContract from '../contract/cash-book.ts';
import * as complaintsContract from '../contract/complaints.ts';
import * as dashboardContract from '../contract/dashboard.ts';
import * as documentsContract from '../contract/documents.ts';
import { type Endpoint, isEndpoint } from '../contract/endpoint.ts';
import * as expensesContract from '../contract/expenses.ts';
import * as notificationsContract from '../contract/notifications.ts';
import * as officersContract from '../contract/officers.ts';
import * as paymentsContract from '../contract/payments.ts';
import * as postsContract from '../contract/posts.ts';
import * as profileContract from '../contract/profile.ts';
import * as reportsContract from '../contract/reports.ts';
import * as residentsContract from '../contract/residents.ts';
import * as settingsContract from '../contract/settings.ts';
import { auditRoutes } from './areas/audit/routes.ts';
import { makeUploadLimit } from './areas/auth/daily-limits.ts';
import { authRoutes } from './areas/auth/routes.ts';
import { sessionCookie } from './areas/auth/session-tokens.ts';
import { lastBackup } from './areas/backup/make-backup.ts';
import { backupRoutes } from './areas/backup/routes.ts';
import { cashBookRoutes } from './areas/cash-book/routes.ts';
import { complaintPhotoRule, complaintRoutes } from './areas/complaints/routes.ts';
import { dashboardRoutes } from './areas/dashboard/routes.ts';
import { documentRoutes, documentRule } from './areas/documents/routes.ts';
import { expensePhotoRule, expenseRoutes } from './areas/expenses/routes.ts';
import { violationCounts } from './areas/health/check-estate.ts';
import { notificationRoutes } from './areas/notifications/routes.ts';
import { officerRoutes } from './areas/officers/routes.ts';
import { paymentRoutes, proofRule } from './areas/payments/routes.ts';
import { postPhotoRule, postRoutes } from './areas/posts/routes.ts';
import { profileRoutes } from './areas/profile/routes.ts';
import { reportRoutes } from './areas/reports/routes.ts';
import { residentRoutes } from './areas/residents/routes.ts';
import { settingsRoutes } from './areas/settings/routes.ts';
import type { Context } from './platform/context.ts';
import { tryToWrite } from './platform/db/write.ts';
import { addAssets, type AssetRules } from './platform/files/assets.ts';
import { bind, temporaryFolder } from './platform/http/bind.ts';
import { addApiDocument } from './platform/http/openapi.ts';
import { addOperations } from './platform/http/operations.ts';
import type { Route } from './platform/http/route.ts';
import { makeHttpServer } from './platform/http/server.ts';
import { addClient } from './platform/http/static.ts';
import { makeTurns } from './platform/http/turns.ts';
import type { Authenticate } from './platform/realtime/realtime.ts';

interface Area {
  contract: object;
  routes: (context: Context) => Route[];
}

const areas: readonly Area[] = [
  { contract: authContract, routes: authRoutes },
  { contract: paymentsContract, routes: paymentRoutes },
  { contract: expensesContract, routes: expenseRoutes },
  { contract: cashBookContract, routes: cashBookRoutes },
  { contract: complaintsContract, routes: complaintRoutes },
  { contract: postsContract, routes: postRoutes },
  { contract: documentsContract, routes: documentRoutes },
  { contract: residentsContract, routes: residentRoutes },
  { contract: officersContract, routes: officerRoutes },
  { contract: profileContract, routes: profileRoutes },
  { contract: notificationsContract, routes: notificationRoutes },
  { contract: settingsContract, routes: settingsRoutes },
  { contract: dashboardContract, routes: dashboardRoutes },
  { contract: reportsContract, routes: reportRoutes },
  { contract: auditContract, routes: auditRoutes },
  { contract: backupContract, routes: backupRoutes },
];

/** Who may see which stored file. */
const assetRules: AssetRules = {
  proof: proofRule,
  expense: expensePhotoRule,
  complaint: complaintPhotoRule,
  answer: complaintPhotoRule,
  post: postPhotoRule,
  document: documentRule,
};

const endpointsOf = (area: Area): Endpoint[] => Object.values(area.contract).filter(isEndpoint);

/** Every call of the product. */
export const endpoints: readonly Endpoint[] = areas.flatMap(endpointsOf);

export interface AppOptions {
  authenticate: Authenticate;
  /** Folder of the built client; without it only the API is served. */
  clientFolder?: string;
}

/** @throws Error when a call of the contract has no handler or two, so that the mistake is found at the start */
export async function createApp(
  context: Context,
  { authenticate, clientFolder }: AppOptions,
): Promise<FastifyInstance> {
  const { config, db, storage, realtime, log } = context;
  const app = makeHttpServer(config, log);
  const options = {
    db,
    authenticate,
    countUploads: makeUploadLimit(context),
    moment: realtime.moment,
    takeTurn: makeTurns(),
    temporaryFolder: temporaryFolder(config.dataDir),
  };
  app.register(async (api) => {
    for (const area of areas) {
      const routes = area.routes(context);
      assertComplete(area, routes);
      for (const route of routes) bind(api, route, options);
    }
    addApiDocument(api, endpoints);
    addAssets(api, {
      db,
      storage,
      authenticate,
      cookieName: sessionCookie(config.publicUrl),
      rules: assetRules,
    });
    addOperations(api, config, {
      ready: async () => {
        await db.selectFrom('settings').select('kunci').limit(1).execute();
        await tryToWrite(context.database);
      },
      socketConnections: () => realtime.connections(),
      violations: () => violationCounts(db),
      lastBackup: () => lastBackup(db),
    });
    if (clientFolder) addClient(api, clientFolder);
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
