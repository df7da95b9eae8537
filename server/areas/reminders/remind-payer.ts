import { amountOf } from '../../../contract/amount-of.ts';
import { formatDate, formatDateTime, hourIn, monthIn } from '../../../contract/format.ts';
import { mostMonths } from '../../../contract/payment-months.ts';
import { whatsAppAddress } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';
import { fillReminder } from '../../../contract/reminder-text.ts';
import { isNight, reminderDays } from '../../../contract/reminders.ts';
import { daysAfter } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { billOf } from '../bills/make-bill.ts';
import { ownDues } from '../payments/owed-queries.ts';
import { readSettings } from '../settings/queries.ts';
import { findLastReminder, findPayer, insertReminder, isDeclined } from './queries.ts';

/**
 * @returns what opens WhatsApp; the server itself sends nothing
 * @throws Refusal 403 for the own house, 404 out of scope; 409 at night, if declined, reminded within `reminderDays`, nothing overdue, no phone
 */
export async function remindPayer(
  { writeAccount, config: { timeZone } }: Context,
  actor: Author,
  scope: Scope,
  id: number,
) {
  if (id === actor.id) throw new Refusal('own_reminder');
  return await writeAccount(actor, id, async (tx) => {
    const payer = found(await findPayer(tx.db, scope, id));
    const now = new Date(tx.now);
    if (isNight(hourIn(timeZone, now))) throw new Refusal('reminder_at_night');
    if (await isDeclined(tx.db, payer)) throw new Refusal('reminder_declined');
    const last = await findLastReminder(tx.db, payer);
    const next = last && daysAfter(last.dibuka, reminderDays);
    if (next && next > tx.now) {
      const message = `Rumah ini sudah diingatkan oleh ${last.oleh} pada ${formatDateTime(last.dibuka, timeZone)}. Boleh diingatkan lagi mulai ${formatDate(next, timeZone)}.`;
      throw new Refusal('reminded_already', { message });
    }
    const { tunggakan } = await ownDues(tx.db, id, monthIn(timeZone, now), timeZone);
    if (tunggakan.length === 0) throw new Refusal('nothing_overdue');
    if (!payer.no_hp) throw new Refusal('phone_missing');
    const { reminderText, estateName: perumahan, kodeUnik } = await readSettings(tx.db);
    // A coded amount is for one payment, and a payment has at most `mostMonths`.
    const months = kodeUnik ? tunggakan.slice(0, mostMonths) : tunggakan;
    const { jumlah } = kodeUnik
      ? await billOf(tx, { user_id: id, months, timeZone })
      : { jumlah: amountOf(months) };
    const teks = fillReminder(reminderText, { ...payer, perumahan, months, jumlah });
    const reminder = await insertReminder(tx, actor.id);
    await tx.audit('reminder.opened', 'reminders', reminder, {
      sesudah: { nama: payer.nama, blok: payer.blok },
    });
    tx.changed('payments', payer);
    const tautan = whatsAppAddress(payer.no_hp, teks);
    return { tautan, teks, dibuka: tx.now };
  });
}
