import { monthIn } from '../../../contract/format.ts';
import * as contract from '../../../contract/rounds.ts';
import type { Context } from '../../context.ts';
import { invalidFields } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { presentHandover } from '../handovers/present-handover.ts';
import { findWaiting } from '../handovers/queries.ts';
import { cashOf } from '../places/queries.ts';
import { collectDues } from './collect-dues.ts';
import { listHouses } from './queries.ts';

export function routes(context: Context) {
  const { db, clock, config } = context;
  return [
    route(contract.getRound, async ({ actor, scope, query }) => {
      const blok = scope.reach === 'block' ? scope.key : query.blok;
      if (blok === undefined) throw invalidFields({ blok: 'Blok wajib dipilih' });
      const now = clock();
      const { timeZone } = config;
      const rumah = await listHouses(db, scope, {
        actor,
        blok,
        now,
        month: monthIn(timeZone, now),
        timeZone,
      });
      const waiting = await findWaiting(db, actor.id);
      const setoran = waiting && (await presentHandover(context, actor.id, waiting));
      return { data: { blok, ...(await cashOf(db, actor.id)), setoran, rumah } };
    }),
    route(contract.collectDues, ({ actor, scope, body }) => collectDues(context, actor, scope, body)),
  ];
}
