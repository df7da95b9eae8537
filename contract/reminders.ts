/** Reminders of overdue dues. The product opens WhatsApp with a text; sending it is up to the person who pressed. */
import * as z from 'zod/mini';
import { changed, done, endpoint, idParams, one } from './endpoint.ts';

/** A house is not reminded again within these days. */
export const reminderDays = 5;

/** Hours of the estate's time zone in which nobody is reminded. */
const night = { from: 21, to: 6 };
export const isNight = (hour: number) => hour >= night.from || hour < night.to;

/** `tautan` opens WhatsApp with the text. */
export const remindPayer = endpoint('POST', '/api/tunggakan/:id/pengingat', {
  allow: 'reminders.open',
  summary: `Note that a payer is reminded of overdue dues, and the address that opens WhatsApp with the text; per house at most once in ${reminderDays} days, not at night`,
  params: idParams,
  returns: changed(z.object({ tautan: z.string(), teks: z.string(), dibuka: z.string() })),
});

/** `ingin`: whether staff may remind the account. */
const ReminderChoice = z.object({ ingin: z.boolean('Pengingat harus aktif atau nonaktif') });

export const getReminderChoice = endpoint('GET', '/api/pengingat/saya', {
  allow: 'reminders.own',
  summary: 'Whether staff may remind the account of overdue dues',
  returns: one(ReminderChoice),
});
export const chooseReminders = endpoint('PUT', '/api/pengingat/saya', {
  allow: 'reminders.own',
  summary: 'Choose whether staff may remind the account of overdue dues',
  body: ReminderChoice,
  returns: done,
});

export const reminderAudit = {
  subjects: { reminders: 'Pengingat' },
  actions: {
    'reminder.opened': 'Membuka pengingat iuran',
    'reminder.declined': 'Tidak ingin diingatkan lagi',
    'reminder.allowed': 'Boleh diingatkan lagi',
  },
} as const;
