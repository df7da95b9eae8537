/** A resident (or officer) uploads a transfer proof for a month; the ketua hears of it at once. */
import { notificationTitles } from '../../../contract/events.ts';
import { formatMonth, monthIn, type Period } from '../../../contract/format.ts';
import { payableYears } from '../../../contract/payments.ts';
import type { Actor } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Context } from '../../platform/context.ts';
import type { Upload } from '../../platform/files/upload.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { tellKetua } from '../notifications/tell-ketua.ts';
import { duesOf } from '../settings/queries.ts';
import { paymentTopics } from './changes.ts';
import { claimPayer, findLiveOwn, insertWaiting } from './queries.ts';

/** @throws Refusal 415, 422 for a year outside the window, 401 when removed meanwhile, 409 payment_exists */
export async function uploadPayment(
  { clock, config, db, files, write }: Context,
  actor: Actor,
  scope: Scope,
  period: Period,
  proof: Upload,
) {
  const { tahun } = monthIn(config.timeZone, clock());
  if (!payableYears(tahun).includes(period.tahun)) throw outsideYears(payableYears(tahun));
  const stored = await files.storeImage(proof, 'proof');
  return await write(
    actor,
    async (tx) => {
      // Pictures take their time; meanwhile somebody may have removed the person.
      if (!(await claimPayer(tx, scope, actor.id))) throw new Refusal('no_session');
      const payment = await insertWaiting(tx, {
        user_id: actor.id,
        ...period,
        jumlah: await duesOf(tx.db, period),
        bukti_transfer: stored.nama,
        keterangan: null,
      });
      await tx.audit({
        aksi: 'payment.uploaded',
        entitas: 'payments',
        entitas_id: payment.id,
        sesudah: payment,
      });
      await tellKetua(tx, actor, {
        jenis: 'new-payment',
        judul: notificationTitles['new-payment'],
        pesan: `${actor.nama} mengunggah bukti pembayaran ${formatMonth(period)}.`,
        halaman: 'pembayaran-warga',
      });
      paymentTopics(tx, { user_id: actor.id, blok: actor.blok });
      return payment;
    },
    [stored],
  ).catch(showingPresent(() => findLiveOwn(db, { user_id: actor.id, ...period })));
}

/** A month that has a payment refuses another one and shows the one it has (decisions §10). */
export const showingPresent = (findPresent: () => Promise<unknown>) => async (error: unknown) => {
  if (!(error instanceof Refusal) || error.code !== 'payment_exists') throw error;
  throw new Refusal('payment_exists', { data: await findPresent() });
};

export function outsideYears(years: readonly number[]): Refusal {
  const message = `Tahun harus antara ${years[0]} dan ${years.at(-1)}`;
  return new Refusal('invalid_fields', { errors: { tahun: message }, message });
}
