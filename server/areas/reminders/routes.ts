import { successes } from '../../../contract/messages.ts';
import { chooseReminders, getReminderChoice, remindPayer } from '../../../contract/reminders.ts';
import type { Context } from '../../context.ts';
import { route } from '../../http/route.ts';
import { chooseReminders as choose } from './choose-reminders.ts';
import { isWithoutReminders } from './queries.ts';
import { remindPayer as remind } from './remind-payer.ts';

export function routes(context: Context) {
  return [
    route(remindPayer, async ({ actor, scope, params: { id } }) => ({
      data: await remind(context, actor, scope, id),
      message: successes.reminderOpened,
    })),
    route(getReminderChoice, async ({ actor }) => ({
      data: { ingin: !(await isWithoutReminders(context.db, actor.id)) },
    })),
    route(chooseReminders, async ({ actor, body: { ingin } }) => {
      await choose(context, actor, ingin);
      return { message: successes.reminderChosen };
    }),
  ];
}
