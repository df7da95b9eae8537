import { countUnread, listNotifications, readNotifications } from '../../../contract/notifications.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import { route } from '../../http/route.ts';
import * as queries from './queries.ts';

export function routes({ db, write }: Context) {
  return [
    route(listNotifications, async ({ actor, query }) => ({
      ...(await queries.listNotifications(db, actor.id, query)),
      unread: await queries.countUnread(db, actor.id),
    })),
    route(countUnread, async ({ actor }) => ({
      data: { unread: await queries.countUnread(db, actor.id) },
    })),
    route(readNotifications, async ({ actor, body }) => {
      const unread = await write(actor, async (tx) => {
        await queries.markRead(tx, actor.id, body.ids);
        tx.changed('notifications', { user_id: actor.id, blok: actor.blok });
        return await queries.countUnread(tx.db, actor.id);
      });
      return { unread, message: successes.notificationsRead };
    }),
  ];
}
