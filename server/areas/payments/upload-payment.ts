import { notificationTitles } from '../../../contract/events.ts';
import { formatMonth, monthIn, type Period } from '../../../contract/format.ts';
import { payableYears } from '../../../contract/payments.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Upload } from '../../http/files/upload.ts';
import { Refusal } from '../../http/refusal.ts';
import { tellKetua } from '../notifications/tell-ketua.ts';
import { duesOf } from '../settings/queries.ts';
import { paymentTopics } from './changes.ts';
import { findLiveOwn, insertWaiting } from './queries.ts';

export async function uploadPayment(
  { clock, config, db, files, write }: Context,
  actor: Author,
  period: Period,
  proof: Upload,
) {
  const { tahun } = monthIn(config.timeZone, clock());
  if (!payableYears(tahun).includes(period.tahun)) throw outsideYears(payableYears(tahun));
  const stored = await files.storeImage(proof, 'proof');
  return await write(
    actor,
    async (tx) => {
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
  ).catch(withExistingPayment(() => findLiveOwn(db, { user_id: actor.id, ...period })));
}

export const withExistingPayment = (findExisting: () => Promise<unknown>) => async (error: unknown) => {
  if (!(error instanceof Refusal) || error.code !== 'payment_exists') throw error;
  throw new Refusal('payment_exists', { data: await findExisting() });
};

export function outsideYears(years: readonly number[]): Refusal {
  const message = `Tahun harus antara ${years[0]} dan ${years.at(-1)}`;
  return new Refusal('invalid_fields', { errors: { tahun: message }, message });
}
