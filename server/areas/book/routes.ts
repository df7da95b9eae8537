import { reverseEntry, setOpeningBalance } from '../../../contract/book.ts';
import { dateIn } from '../../../contract/format.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import { found } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { proposeChange } from '../approvals/propose-change.ts';
import { choosePlace } from '../places/rules.ts';
import { openingBalance } from './open-balance.ts';
import { findEntry } from './queries.ts';
import { requestReversal } from './request-reversal.ts';
import { refuseOutsideBook } from './rules.ts';

export function routes({ write, clock, config }: Context) {
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
      const data = await write(actor, async (tx) => {
        const request = { ...body, ...(await choosePlace(tx.db, body)) };
        return await proposeChange(tx, actor, openingBalance, request, config.timeZone);
      });
      return { data, message: data.nomor === null ? successes.proposed : successes.openingBooked };
    }),
  ];
}
