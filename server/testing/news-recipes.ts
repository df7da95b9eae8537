/** Valid input for arrears and their reminders, pushes and the text for the group. */
import * as arrears from '../../contract/arrears.ts';
import { askForBill } from '../../contract/bills.ts';
import * as push from '../../contract/push.ts';
import * as reminders from '../../contract/reminders.ts';
import * as reports from '../../contract/reports.ts';
import { storeSettings } from '../areas/settings/queries.ts';
import type { Context } from '../context.ts';
import { about, plain, type Recipe, showing } from './recipe.ts';

export function newsRecipes(context: Pick<Context, 'write'>): Recipe[] {
  let hour = 0;
  let month = 0;
  return [
    plain(arrears.getOwnDues),
    plain(askForBill, async () => {
      await context.write('system', (tx) => storeSettings(tx, { kodeUnik: true }));
      return { body: { tahun: 2027, bulan: (month = (month % 12) + 1) } };
    }),
    about(arrears.getPayerDues, (owner) => ({ params: { userId: owner.id } })),
    showing(arrears.listPayers, (owner) => [
      { query: { q: owner.nama } },
      ({ data }) => data.some(({ user_id }) => user_id === owner.id),
    ]),
    showing(arrears.listArrears, (owner) => [
      { query: { q: owner.nama } },
      ({ data }) => data.some(({ user_id }) => user_id === owner.id),
    ]),
    showing(arrears.countArrears, (owner) => [
      { query: { q: owner.no_hp ?? owner.nama } },
      ({ data }) => data.banyak > 0,
    ]),
    showing(arrears.exportArrears, (owner) => [
      { query: { q: owner.nama } },
      ({ data }) => data.some(({ nama }) => nama === owner.nama),
    ]),
    about(reminders.remindPayer, async ({ id }) => {
      await context.write('system', async (tx) => {
        await tx.db.deleteFrom('pengingat').execute(); // once in five days
        await tx.db.deleteFrom('tanpa_pengingat').execute();
        await storeSettings(tx, { kodeUnik: false }); // else it makes a bill, too
      });
      return { params: { id } };
    }),
    plain(reports.getMonthlyFigures),
    plain(push.getPush),
    plain(push.subscribePush, ({ id }) => ({
      body: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${id}`,
        p256dh: `B${'A'.repeat(86)}`,
        auth: 'A'.repeat(22),
      },
    })),
    plain(push.unsubscribePush),
    plain(push.choosePush, () => ({
      body: { bisu: ['announcement' as const], tenang_dari: (hour = (hour + 1) % 24), tenang_sampai: 6 },
    })),
    plain(reminders.getReminderChoice),
    plain(reminders.chooseReminders, () => ({ body: { ingin: false } })),
  ];
}
