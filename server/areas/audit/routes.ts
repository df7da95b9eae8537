import { listAudit, listMoneyAudit, moneySubjects } from '../../../contract/audit.ts';
import type { Context } from '../../context.ts';
import { route } from '../../http/route.ts';
import * as queries from './queries.ts';

export function auditRoutes({ db }: Context) {
  return [
    route(listAudit, async ({ query }) => queries.listAudit(db, query)),
    route(listMoneyAudit, async ({ query }) =>
      queries.listAudit(db, { ...query, entitas: query.entitas ?? moneySubjects }),
    ),
  ];
}
