import * as contract from '../../../contract/payments.ts';
import { successes } from '../../../contract/messages.ts';
import type { Actor } from '../../../contract/people.ts';
import { can, scopeOf, within } from '../../../contract/policy.ts';
import { endOfMonth } from '../../platform/clock.ts';
import type { Context } from '../../platform/context.ts';
import type { AssetRule } from '../../platform/files/assets.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { type Input, route } from '../../platform/http/route.ts';
import { duesOf } from '../settings/queries.ts';
import { paymentTopics } from './changes.ts';
import { monthExportRows, monthTitle, yearRows } from './exports.ts';
import { listMonth, listMonthStates } from './month-queries.ts';
import * as queries from './queries.ts';
import { recordPayment } from './record-payment.ts';
import { reviewPayment } from './review-payment.ts';
import { uploadPayment } from './upload-payment.ts';

export function paymentRoutes(context: Context) {
  const { db, config } = context;

  // Warga and officers have calls of their own for the same.
  const listOwn = async ({ actor, params }: Input<typeof contract.listOwnPayments>) => {
    if (params.userId !== actor.id) throw new Refusal('not_found');
    return { data: await queries.listOwn(db, { userId: actor.id }) };
  };
  const upload = ({ actor, scope, body, files }: Input<typeof contract.uploadPayment>) =>
    uploadPayment(context, actor, scope, body, files.bukti_transfer);
  const withdraw = ({ actor, params }: Input<typeof contract.deletePayment>) =>
    withdrawPayment(context, actor, params.id);
  const exportYear = async ({ actor, params }: Input<typeof contract.exportOwnPayments>) => ({
    title: `Pembayaran ${actor.nama} ${params.year}`,
    data: yearRows(await queries.listOwn(db, { userId: actor.id }), params.year),
  });

  return [
    route(contract.listOwnPaymentsWarga, listOwn),
    route(contract.listOwnPayments, listOwn),
    route(contract.uploadPaymentWarga, upload),
    route(contract.uploadPayment, upload),
    route(contract.deletePaymentWarga, withdraw),
    route(contract.deletePayment, withdraw),
    route(contract.exportOwnPaymentsWarga, exportYear),
    route(contract.exportOwnPayments, exportYear),
    route(contract.listPayments, async ({ scope, query }) => {
      if (query.status === contract.unpaid) return { data: [], nextCursor: null };
      return await queries.listInScope(db, scope, query, query);
    }),
    route(contract.listMonthPayments, async ({ scope, params, query }) => {
      const period = { tahun: params.year, bulan: params.month };
      if (query.include !== 'unpaid') {
        if (query.status === contract.unpaid) return { data: [], nextCursor: null };
        return await queries.listInScope(db, scope, { ...query, ...period }, query);
      }
      const ended = endOfMonth(period, config.timeZone);
      const dues = await duesOf(db, period);
      return await listMonth(db, scope, { period, ended, filter: query, dues }, query);
    }),
    route(contract.reviewPayment, async ({ actor, scope, params, body }) => {
      const decision = { id: params.id, status: body.status, catatan: body.catatan || null };
      return {
        data: await reviewPayment(context, actor, scope, decision),
        message: successes.paymentReviewed,
      };
    }),
    route(contract.exportMonthPayments, async ({ scope, params, query }) => {
      const period = { tahun: params.year, bulan: params.month };
      const ended = endOfMonth(period, config.timeZone);
      const rows = await listMonthStates(db, scope, { period, ended, filter: query });
      return { title: monthTitle(period, scope, query), data: monthExportRows(rows, config.timeZone) };
    }),
    route(contract.recordPayment, ({ actor, scope, body, files }) => {
      const received = { ...body, keterangan: body.keterangan || null };
      return recordPayment(context, actor, scope, received, files.bukti_transfer);
    }),
  ];
}

/** Nothing about money is destroyed: the row and its proof stay, out of every list (decisions §6). */
async function withdrawPayment({ write }: Context, actor: Actor, id: number) {
  await write(actor, async (tx) => {
    const before = found(await queries.findOwn(tx.db, actor.id, id));
    if (!(await queries.withdraw(tx, actor.id, id))) {
      const data = found(await queries.findOwn(tx.db, actor.id, id)); // not there: taken back by another press
      throw new Refusal('payment_confirmed', { data });
    }
    await tx.audit({ aksi: 'payment.withdrawn', entitas: 'payments', entitas_id: id, sebelum: before });
    paymentTopics(tx, { user_id: actor.id, blok: actor.blok });
  });
  return { message: successes.paymentDeleted };
}

/** Transfer proofs: the payer, and staff in scope (decisions §5); of what was taken back whoever examines the audit log. */
export const proofRule: AssetRule = async (db, actor, nama) => {
  const owner = await queries.findProofOwner(db, nama);
  if (!owner) return null;
  if (owner.dihapus_pada !== null) return can(actor, 'audit.read') ? {} : null;
  const scope = scopeOf(actor, 'payments.read');
  return owner.user_id === actor.id || (scope && within(scope, owner)) ? {} : null;
};
