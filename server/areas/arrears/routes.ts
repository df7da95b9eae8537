import * as contract from '../../../contract/arrears.ts';
import { dateIn, formatDate, formatMonth, monthIn, monthOf } from '../../../contract/format.ts';
import type { Context } from '../../context.ts';
import { allPages } from '../../database/page.ts';
import { blockInTitle } from '../../database/scope.ts';
import { Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { listBarred, obstacleIn } from '../payments/barred-payers.ts';
import { ownDues, payerDues } from '../payments/owed-queries.ts';
import { isPayer } from '../payments/reviewer-queries.ts';
import { listPayers } from './payer-queries.ts';
import { countArrears, listArrears } from './queries.ts';

export function routes({ db, clock, config: { timeZone } }: Context) {
  const time = () => ({ now: monthIn(timeZone, clock()), timeZone });
  return [
    route(contract.getOwnDues, async ({ actor }) => ({
      data: await ownDues(db, actor.id, time().now, timeZone),
    })),
    route(contract.getPayerDues, async ({ actor, scope, params }) => {
      if (!(await isPayer(db, scope, params.userId))) throw new Refusal('not_found');
      const dues = await payerDues(db, params.userId, time().now, timeZone);
      const barred = await listBarred({ db, now: clock().toISOString() }, actor.id);
      return { data: { ...dues, halangan: obstacleIn(barred, [{ user_id: params.userId }]) } };
    }),
    route(contract.listPayers, ({ scope, query }) => listPayers(db, scope, query.q, query)),
    route(contract.listArrears, async ({ scope, query }) =>
      listArrears(db, scope, { ...query, ...time() }, query),
    ),
    route(contract.countArrears, async ({ scope, query }) => ({
      data: await countArrears(db, scope, { ...query, ...time() }),
    })),
    route(contract.exportArrears, async ({ scope, query }) => {
      const options = { ...query, ...time() };
      const rows = await allPages((request) => listArrears(db, scope, options, request));
      const data = rows.map(({ user_id: _, sejak, umur, ...row }) => ({
        ...row,
        sejak: formatMonth(monthOf(sejak)),
        umur: contract.ageLabel(umur),
      }));
      const day = formatDate(dateIn(timeZone, clock()), timeZone, 'short');
      const parts = ['Tunggakan', blockInTitle(scope, query.blok), day];
      return { title: parts.filter(Boolean).join(' '), data };
    }),
  ];
}
