import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../contract/people.ts';
import * as contract from '../../../contract/push.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../database/write.ts';
import { found, invalidFields } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { isAllowed } from './push-service.ts';
import * as queries from './queries.ts';

const changedFor = (tx: Tx, { id }: Actor) => tx.changed('notifications', { user_id: id, blok: null });

export function routes({ db, writeAccount, pushService }: Context) {
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
      await writeAccount(actor, actor.id, async (tx) => {
        await queries.replaceSubscription(tx, actor.sessionId, body, contract.mostSubscriptions);
        changedFor(tx, actor);
      });
      return { message: successes.pushStarted };
    }),
    route(contract.unsubscribePush, async ({ actor }) => {
      await writeAccount(actor, actor.id, async (tx) => {
        await queries.deleteSubscriptionOf(tx, actor.sessionId);
        changedFor(tx, actor);
      });
      return { message: successes.pushStopped };
    }),
    route(contract.choosePush, async ({ actor, body }) => {
      const chosen = { ...body, bisu: [...new Set(body.bisu)] };
      await writeAccount(actor, actor.id, async (tx) => {
        const before = (await queries.findChoices(tx.db, [actor.id]))(actor.id);
        if (isDeepStrictEqual({ ...before }, chosen)) return;
        await queries.storeChoice(tx, chosen);
        await tx.audit('push.chosen', 'push', null);
        changedFor(tx, actor);
      });
      return { data: chosen, message: successes.pushChosen };
    }),
  ];
}
