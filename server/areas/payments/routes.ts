import { monthIn, type Period } from '../../../contract/format.ts';
import { chargedMonths, yearOf } from '../../../contract/owed.ts';
import * as contract from '../../../contract/payments.ts';
import type { Actor } from '../../../contract/people.ts';
import { can, scopeOf, within } from '../../../contract/policy.ts';
import { successes } from '../../../contract/successes.ts';
import { endOfMonth } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Page } from '../../database/page.ts';
import type { AssetRule } from '../../http/files/assets.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Input, route } from '../../http/route.ts';
import { listFree } from '../rates/free-houses.ts';
import { listBarred, type Payable, withObstacles } from './barred-payers.ts';
import { monthExportRows, monthTitle, yearRows } from './exports.ts';
import { withBill } from './group-queries.ts';
import { countMonth, listMonth, listMonthStates } from './month-queries.ts';
import { amountsIn, payerHistory } from './owed-queries.ts';
import * as queries from './queries.ts';
import { recordPayment } from './record-payment.ts';
import { reviewPayment } from './review-payment.ts';
import { uploadPayment } from './upload-payment.ts';
import { withdrawPayment } from './withdraw-payment.ts';

export function routes(context: Context) {
  const { db, config, clock } = context;
  const moment = () => ({ db, now: clock().toISOString() });
  const shownTo = async <Row extends Payable>(actor: Actor, page: Page<Row>) => ({
    ...page,
    data: await withObstacles(moment(), actor, page.data),
  });

  const listOwn = async ({ actor, params }: Input<typeof contract.listOwnPayments>) => {
    if (params.userId !== actor.id) throw new Refusal('not_found');
    return { data: await withBill(db, await queries.listOwn(db, actor.id)) };
  };
  const upload = ({ actor, body, files }: Input<typeof contract.uploadPayment>) =>
    uploadPayment(context, actor, body, files.bukti_transfer);
  const withdraw = ({ actor, params, query }: Input<typeof contract.deletePayment>) =>
    withdrawPayment(context, actor, { ...params, ...query });
  const originFor = (format: string | undefined) => (format === undefined ? '' : config.publicUrl);
  const exportYear = async ({ actor, params, query }: Input<typeof contract.exportOwnPayments>) => {
    const payments = await queries.listOwn(db, actor.id);
    const now = monthIn(config.timeZone, clock());
    const charged = chargedMonths(await payerHistory(db, actor.id, config.timeZone), now);
    const months = yearOf(charged, params.year, now);
    return {
      title: `Pembayaran ${actor.nama} ${params.year}`,
      data: yearRows(payments, params.year, { months, origin: originFor(query.format) }),
    };
  };

  return [
    route(contract.listOwnPaymentsWarga, listOwn),
    route(contract.listOwnPayments, listOwn),
    route(contract.uploadPaymentWarga, upload),
    route(contract.uploadPayment, upload),
    route(contract.deletePaymentWarga, withdraw),
    route(contract.deletePayment, withdraw),
    route(contract.exportOwnPaymentsWarga, exportYear),
    route(contract.exportOwnPayments, exportYear),
    route(contract.listPayments, async ({ actor, scope, query }) => {
      if (query.status === contract.unpaid) return { data: [], nextCursor: null };
      return await shownTo(actor, await queries.listInScope(db, scope, query, query));
    }),
    route(contract.listMonthPayments, async ({ actor, scope, params, query }) => {
      const period = { tahun: params.year, bulan: params.month };
      if (query.include !== 'unpaid') {
        if (query.status === contract.unpaid) return { data: [], nextCursor: null };
        const page = await queries.listInScope(db, scope, { ...query, ...period }, query);
        return await shownTo(actor, page);
      }
      const page = await listMonth(db, scope, await monthOptions(context, period, query), query);
      const data = await withAmounts(context, page.data, period);
      return await shownTo(actor, { ...page, data });
    }),
    route(contract.countMonthPayments, async ({ actor, scope, params, query }) => {
      const period = { tahun: params.year, bulan: params.month };
      const options = await monthOptions(context, period, query);
      return { data: await countMonth(db, scope, options, await listBarred(moment(), actor.id)) };
    }),
    route(contract.countWaitingPayments, async ({ actor, scope }) => ({
      data: await queries.countWaiting(db, scope, await listBarred(moment(), actor.id)),
    })),
    route(contract.reviewPayment, async ({ actor, scope, params: { id }, body }) => ({
      data: await reviewPayment(context, actor, scope, { ...body, id, catatan: body.catatan || null }),
      message: successes.paymentReviewed,
    })),
    route(contract.exportMonthPayments, async ({ scope, params, query }) => {
      const period = { tahun: params.year, bulan: params.month };
      const rows = await listMonthStates(db, scope, await monthOptions(context, period, query));
      const data = monthExportRows(rows, config.timeZone, originFor(query.format));
      return { title: monthTitle(period, scope, query), data };
    }),
    route(contract.recordPayment, ({ actor, scope, body, files }) =>
      recordPayment(context, actor, scope, body, files.bukti_transfer),
    ),
  ];
}

type Unpaid = Omit<contract.MonthRow, 'halangan'>;

async function monthOptions({ db, config }: Context, period: Period, filter: queries.StaffFilter) {
  const ended = endOfMonth(period, config.timeZone);
  return { period, ended, free: await listFree(db, period, ended), filter };
}

/** Whoever has not paid is shown with what the month costs them. */
async function withAmounts(
  { db, config }: Context,
  rows: readonly Unpaid[],
  period: Period,
): Promise<Unpaid[]> {
  const unpaid = rows.filter(({ id }) => id === null).map(({ user_id }) => user_id);
  const amounts = await amountsIn(db, unpaid, period, config.timeZone);
  return rows.map((row) => ({ ...row, jumlah: row.jumlah || (amounts.get(row.user_id) ?? 0) }));
}

/** Visible to the payer and to staff in scope; proofs of withdrawn payments only with access to the audit log. */
export const proofRule: AssetRule = async (db, actor, nama) => {
  const owner = await queries.findProofOwner(db, nama);
  if (!owner) return null;
  if (owner.dihapus_pada !== null) return can(actor, 'audit.read') ? {} : null;
  const scope = scopeOf(actor, 'payments.read');
  return owner.user_id === actor.id || (scope && within(scope, owner)) ? {} : null;
};
