import * as contract from '../../../contract/erasure.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import { route } from '../../http/route.ts';
import { makePasswordCheck } from '../auth/confirm-password.ts';
import { eraseAccount } from './erase-account.ts';
import * as queries from './queries.ts';

export function routes(context: Context) {
  const confirmPassword = makePasswordCheck(context);
  return [
    route(contract.listFormerAccounts, async ({ scope, query }) =>
      queries.listFormer(context.db, scope, query.q, query),
    ),
    route(contract.eraseAccount, async ({ actor, scope, params, body }) => {
      await confirmPassword(actor, body.password);
      await eraseAccount(context, actor, scope, params.id);
      return { message: successes.accountErased };
    }),
  ];
}
