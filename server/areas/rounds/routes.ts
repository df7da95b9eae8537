import * as contract from '../../../contract/rounds.ts';
import { monthIn } from '../../../contract/format.ts';
import type { Context } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { findWaiting } from '../handovers/queries.ts';
import { cashOf } from '../places/queries.ts';
import { collectDues } from './collect-dues.ts';
import { listHouses } from './queries.ts';

export function roundRoutes(context: Context) {
  const { db, clock, config } = context;
  return [
    route(contract.getRound, async ({ actor, scope, query }) => {
      const blok = scope.reach === 'block' ? scope.key : query.blok;
      if (blok === undefined) {
        const message = 'Blok wajib dipilih';
        throw new Refusal('invalid_fields', { errors: { blok: message }, message });
      }
      const now = clock();
      const { timeZone } = config;
      const rumah = await listHouses(db, scope, {
        actor,
        blok,
        now,
        month: monthIn(timeZone, now),
        timeZone,
      });
      const data = { blok, ...(await cashOf(db, actor.id)), setoran: await findWaiting(db, actor.id), rumah };
      return { data };
    }),
    route(contract.collectDues, ({ actor, scope, body }) => collectDues(context, actor, scope, body)),
  ];
}
