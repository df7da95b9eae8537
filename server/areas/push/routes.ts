import { isDeepStrictEqual } from 'node:util';
import { successes } from '../../../contract/messages.ts';
import * as contract from '../../../contract/push.ts';
import type { Context } from '../../context.ts';
import { found, invalidFields } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { isAllowed } from './push-service.ts';
import * as queries from './queries.ts';

export function pushRoutes({ db, writeAccount, pushService }: Context) {
  return [
    route(contract.getPush, async ({ actor }) => {
      const choiceOf = await queries.findChoices(db, [actor.id]);
      return {
        data: {
          kunci: found(await queries.findVapid(db)).publik,
          aktif: await queries.isSubscribed(db, actor.sessionId),
          tawarkan: await queries.hasConfirmedPayment(db, actor.id),
          ...choiceOf(actor.id),
        },
      };
    }),
    route(contract.subscribePush, async ({ actor, body }) => {
      if (!isAllowed(pushService, body.endpoint))
        throw invalidFields({ endpoint: 'Browser ini memakai layanan pemberitahuan yang tidak dikenal.' });
      await writeAccount(actor, actor.id, (tx) =>
        queries.replaceSubscription(tx, actor.sessionId, body, contract.mostSubscriptions),
      );
      return { message: successes.pushStarted };
    }),
    route(contract.unsubscribePush, async ({ actor }) => {
      await writeAccount(actor, actor.id, (tx) => queries.deleteSubscriptionOf(tx, actor.sessionId));
      return { message: successes.pushStopped };
    }),
    route(contract.choosePush, async ({ actor, body }) => {
      const chosen = { ...body, bisu: [...new Set(body.bisu)] };
      await writeAccount(actor, actor.id, async (tx) => {
        const before = (await queries.findChoices(tx.db, [actor.id]))(actor.id);
        if (isDeepStrictEqual({ ...before }, chosen)) return;
        await queries.storeChoice(tx, chosen);
        await tx.audit({ aksi: 'push.chosen', entitas: 'push', entitas_id: null });
        tx.changed('notifications', { user_id: actor.id, blok: null });
      });
      return { data: chosen, message: successes.pushChosen };
    }),
  ];
}
