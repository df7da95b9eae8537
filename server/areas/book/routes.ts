import { reverseEntry, setOpeningBalance } from '../../../contract/book.ts';
import { isSpendingDate } from '../../../contract/expenses.ts';
import { dateIn } from '../../../contract/format.ts';
import { successes } from '../../../contract/messages.ts';
import type { Context } from '../../context.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { proposeChange } from '../approvals/propose-change.ts';
import { openingBalance } from './open-balance.ts';
import { findEntry } from './queries.ts';
import { requestReversal } from './request-reversal.ts';

export function bookRoutes({ write, clock, config }: Context) {
  return [
    route(reverseEntry, async ({ actor, body }) => {
      const data = await write(actor, async (tx) => {
        const entry = found(await findEntry(tx.db, body.nomor));
        return await requestReversal(tx, actor, entry, body.alasan, config.timeZone);
      });
      return { data, message: data.nomor === null ? successes.proposed : successes.entryReversed };
    }),
    route(setOpeningBalance, async ({ actor, body }) => {
      refuseOutsideBook(body.tanggal, dateIn(config.timeZone, clock()));
      const data = await write(actor, (tx) =>
        proposeChange(tx, actor, openingBalance, body, config.timeZone),
      );
      return { data, message: data.nomor === null ? successes.proposed : successes.openingBooked };
    }),
  ];
}

function refuseOutsideBook(tanggal: string, today: string): void {
  if (isSpendingDate(tanggal, today)) return;
  const message = 'Tanggal harus antara 1 Januari 2000 dan hari ini';
  throw new Refusal('invalid_fields', { errors: { tanggal: message }, message });
}
