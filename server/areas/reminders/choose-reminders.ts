import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { allowReminders, declineReminders, isWithoutReminders } from './queries.ts';

/** Takes the lock of the account, as `remindPayer` does: nobody is reminded after having declined. */
export async function chooseReminders(
  { writeAccount }: Pick<Context, 'writeAccount'>,
  actor: Author,
  ingin: boolean,
): Promise<void> {
  await writeAccount(actor, actor.id, async (tx) => {
    if (ingin !== (await isWithoutReminders(tx.db, actor.id))) return;
    await (ingin ? allowReminders(tx) : declineReminders(tx));
    await tx.audit(ingin ? 'reminder.allowed' : 'reminder.declined', 'reminders', null);
    tx.changed('payments', { user_id: actor.id, blok: actor.blok });
  });
}
