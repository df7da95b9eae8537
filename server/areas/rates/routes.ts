import * as contract from '../../../contract/rates.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import { route } from '../../http/route.ts';
import { makePasswordCheck } from '../auth/confirm-password.ts';
import * as queries from './queries.ts';
import { setRate, summarize } from './set-rate.ts';

export function routes(context: Context) {
  const { db } = context;
  const confirmPassword = makePasswordCheck(context);
  return [
    route(contract.listRates, ({ query }) => queries.listRates(db, query)),
    route(contract.summarizeRate, async ({ query: { jumlah, ...wanted } }) => ({
      data: await summarize(context, db, { ...wanted, jumlah: jumlah ?? null }),
    })),
    route(contract.setRate, async ({ actor, body: { password, ...wanted } }) => {
      await confirmPassword(actor, password);
      return { data: await setRate(context, actor, wanted), message: successes.rateSet };
    }),
  ];
}
