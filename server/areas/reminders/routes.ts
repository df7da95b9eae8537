import * as contract from '../../../contract/reminders.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import { route } from '../../http/route.ts';
import { chooseReminders } from './choose-reminders.ts';
import { isWithoutReminders } from './queries.ts';
import { remindPayer } from './remind-payer.ts';

export function routes(context: Context) {
  return [
    route(contract.remindPayer, async ({ actor, scope, params: { id } }) => ({
      data: await remindPayer(context, actor, scope, id),
      message: successes.reminderOpened,
    })),
    route(contract.getReminderChoice, async ({ actor }) => ({
      data: { ingin: !(await isWithoutReminders(context.db, actor.id)) },
    })),
    route(contract.chooseReminders, async ({ actor, body: { ingin } }) => {
      await chooseReminders(context, actor, ingin);
      return { message: successes.reminderChosen };
    }),
  ];
}
