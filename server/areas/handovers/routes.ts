import * as contract from '../../../contract/handovers.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { handoverTopics } from './changes.ts';
import { decideHandover, decideOnce } from './decide-handover.ts';
import { makeHandover } from './make-handover.ts';
import { presentHandover } from './present-handover.ts';
import { findHandover, listHandovers } from './queries.ts';

export function routes(context: Context) {
  return [
    route(contract.listHandovers, async ({ actor, scope, query }) => {
      const { data, nextCursor } = await listHandovers(context.db, scope, query);
      const shown: contract.ListedHandover[] = [];
      for (const row of data) shown.push(await presentHandover(context, actor.id, row));
      return { data: shown, nextCursor };
    }),
    route(contract.makeHandover, ({ actor, body }) => makeHandover(context, actor, body.jumlah)),
    route(contract.decideHandover, async ({ actor, params, body }) => {
      const data = await decideHandover(context, actor, params.id, body);
      const accepted = data.status === 'diterima';
      return { data, message: accepted ? successes.handoverAccepted : successes.handoverRefused };
    }),
    route(contract.withdrawHandover, ({ actor, params }) => withdraw(context, actor, params.id)),
  ];
}

/** @throws Refusal 404 for one of somebody else, 409 with the present one if it was decided */
async function withdraw({ write }: Context, actor: Author, id: number) {
  await write(actor, async (tx) => {
    const handover = found(await findHandover(tx.db, id));
    if (handover.dari_id !== actor.id) throw new Refusal('not_found');
    await decideOnce(tx, id, { status: 'ditarik', by: actor.id });
    const sesudah = { status: 'ditarik' };
    await tx.audit('handover.withdrawn', 'setoran', id, { sesudah });
    handoverTopics(tx, handover);
  });
  return { message: successes.handoverWithdrawn };
}
