import { dateIn } from '../../../contract/format.ts';
import * as contract from '../../../contract/places.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import { definedFields } from '../../database/defined-fields.ts';
import { route } from '../../http/route.ts';
import { refuseOutsideBook } from '../book/rules.ts';
import * as queries from './queries.ts';
import { addAccount, addFund, changeAccount, changeFund } from './save-place.ts';
import { transferMoney } from './transfer-money.ts';

export function routes({ db, write, clock, config }: Context) {
  return [
    route(contract.listMoneyAccounts, async () => ({ data: await queries.listAccounts(db) })),
    route(contract.addMoneyAccount, ({ actor, body }) => write(actor, (tx) => addAccount(tx, body))),
    route(contract.changeMoneyAccount, async ({ actor, params, body }) => ({
      data: await write(actor, (tx) => changeAccount(tx, params.id, definedFields(body))),
      message: successes.accountChanged,
    })),
    route(contract.listFunds, async () => ({ data: await queries.listFunds(db) })),
    route(contract.addFund, ({ actor, body }) => write(actor, (tx) => addFund(tx, body))),
    route(contract.changeFund, async ({ actor, params, body }) => ({
      data: await write(actor, (tx) => changeFund(tx, params.id, definedFields(body))),
      message: successes.fundChanged,
    })),
    route(contract.listPlaceBalances, async () => ({ data: await queries.listPlaceBalances(db) })),
    route(contract.transferMoney, ({ actor, body }) => {
      refuseOutsideBook(body.tanggal, dateIn(config.timeZone, clock()));
      return write(actor, (tx) => transferMoney(tx, actor.id, body));
    }),
  ];
}
