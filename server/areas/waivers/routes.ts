import { formatMonth, monthIn, monthKey, monthOf, shiftMonth } from '../../../contract/format.ts';
import { monthsAhead } from '../../../contract/payment-months.ts';
import { successes } from '../../../contract/successes.ts';
import * as contract from '../../../contract/waivers.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { found, invalidFields } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { proposeChange } from '../approvals/propose-change.ts';
import type { Approvable } from '../approvals/rules.ts';
import { findPayer } from '../rates/queries.ts';
import { listWaivers } from './queries.ts';
import { ending, latestOldMonth, oldMonths, sumOldMonths, waiver } from './waive-months.ts';

export function routes({ db, write, clock, config: { timeZone } }: Context) {
  const propose = async <Request extends object>(
    actor: Author,
    approvable: Approvable<Request>,
    request: Request,
  ) => {
    const { persetujuan } = await write(actor, (tx) =>
      proposeChange(tx, actor, approvable, request, timeZone),
    );
    const message = persetujuan.keputusan === null ? successes.proposed : successes.waiverGranted;
    return { data: { persetujuan }, message };
  };
  return [
    route(contract.listWaivers, async ({ params }) => ({ data: await listWaivers(db, params.userId) })),
    route(contract.proposeWaiver, async ({ actor, body: { bulan: asked, keterangan, ...body } }) => {
      const latest = shiftMonth(monthIn(timeZone, clock()), monthsAhead);
      if (asked.some((bulan) => bulan > monthKey(latest)))
        throw invalidFields({
          bulan: `Bulan paling jauh ${formatMonth(latest)}, ${monthsAhead} bulan ke depan`,
        });
      found(await findPayer(db, body.user_id));
      const bulan = asked.toSorted();
      return await propose(actor, waiver, { ...body, bulan, keterangan: keterangan || null, zona: timeZone });
    }),
    route(contract.endWaiver, ({ actor, body }) => propose(actor, ending, body)),
    route(contract.summarizeOldMonths, async ({ query: { sebelum, user_id = null } }) => ({
      data: {
        ...(await sumOldMonths(db, { sebelum, user_id, zona: timeZone })),
        paling_akhir: await latestOldMonth(db, clock(), timeZone),
      },
    })),
    route(contract.settleOldMonths, async ({ actor, body: { sebelum, user_id = null } }) => {
      const latest = await latestOldMonth(db, clock(), timeZone);
      if (sebelum > latest)
        throw invalidFields({
          sebelum: `Paling akhir sebelum ${formatMonth(monthOf(latest))}: bulan itu sudah dibukukan di sini`,
        });
      if (user_id !== null) found(await findPayer(db, user_id));
      return await propose(actor, oldMonths, { sebelum, user_id, zona: timeZone });
    }),
  ];
}
