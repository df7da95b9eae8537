import { listAudit } from '../../../contract/audit.ts';
import type { Context } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import * as queries from './queries.ts';

export function auditRoutes({ db }: Context) {
  return [route(listAudit, async ({ query }) => queries.listAudit(db, query))];
}
