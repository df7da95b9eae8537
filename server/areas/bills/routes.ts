import * as contract from '../../../contract/bills.ts';
import type { Context } from '../../context.ts';
import { route } from '../../http/route.ts';
import { askForBill } from './make-bill.ts';

export function routes(context: Context) {
  return [
    route(contract.askForBill, async ({ actor, body }) => ({
      data: await askForBill(context, actor, body),
    })),
  ];
}
