import * as contract from '../../../contract/auditors.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import { route } from '../../http/route.ts';
import { makePasswordCheck } from '../auth/confirm-password.ts';
import { nameAuditors } from './name-auditors.ts';
import { listAuditors } from './queries.ts';

export function routes(context: Context) {
  const { db, writeAccount } = context;
  const confirmPassword = makePasswordCheck(context);
  return [
    route(contract.listAuditors, async () => ({ data: await listAuditors(db) })),
    route(contract.nameAuditors, async ({ actor, body }) => {
      await confirmPassword(actor, body.password);
      const data = await writeAccount(actor, actor.id, (tx) => nameAuditors(tx, actor, body.user_ids));
      return { data, message: successes.auditorsNamed };
    }),
  ];
}
