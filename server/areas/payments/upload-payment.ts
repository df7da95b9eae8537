import { notificationTitles } from '../../../contract/events.ts';
import { monthIn, type Period } from '../../../contract/format.ts';
import { formatMonths, type PaidMonths } from '../../../contract/payment-months.ts';
import { type Payment, payableYears } from '../../../contract/payments.ts';
import { comparable } from '../../../contract/references.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Db } from '../../database/open.ts';
import type { Tx } from '../../database/write.ts';
import type { Upload } from '../../http/files/upload.ts';
import { invalidFields, Refusal } from '../../http/refusal.ts';
import { coversMonths, findBillOf, isRecent, linkBill } from '../bills/queries.ts';
import { tellKetua } from '../notifications/tell-ketua.ts';
import { readSettings } from '../settings/queries.ts';
import { paymentTopics } from './changes.ts';
import { beginGroup } from './group-queries.ts';
import { amountsOf } from './owed-queries.ts';
import { allowedMonths, withExistingPayment } from './paid-months.ts';
import { findLiveOwn, insertWaiting, type NewPayment } from './queries.ts';
import { refuseUncharged } from './refuse-uncharged.ts';

interface Uploaded extends PaidMonths {
  /** The bill whose amount was transferred. */
  tagihan?: number | undefined;
  /** Comparable; '' without one. */
  referensi?: string | undefined;
}

/** One payment for each month; the first is answered. */
export async function uploadPayment(
  context: Context,
  actor: Author,
  { tagihan, referensi, ...asked }: Uploaded,
  proof: Upload,
): Promise<Payment> {
  const { clock, config, db, files, write } = context;
  const { tahun } = monthIn(config.timeZone, clock());
  const months = await allowedMonths(context, { ...asked, payer: actor.id }, payableYears(tahun));
  const stored = await files.storeImage(proof, 'proof');
  return await write(
    actor,
    async (tx) => {
      await refuseAccountNumber(tx.db, referensi);
      const paid = {
        user_id: actor.id,
        bukti_transfer: stored.nama,
        keterangan: null,
        referensi: referensi || null,
      };
      const dues = await amountsOf(tx.db, actor.id, months, config.timeZone);
      await refuseUncharged(
        tx,
        actor.id,
        months.map((period, at) => ({ ...period, jumlah: dues[at] ?? 0 })),
      );
      const amounts =
        tagihan === undefined
          ? dues
          : await billedAmounts(tx, actor.id, { tagihan, months, timeZone: config.timeZone });
      const payments = await insertEach(tx, months, (period, kelompok) => {
        const jumlah = amounts[months.indexOf(period)] ?? 0;
        return insertWaiting(tx, { ...paid, ...period, kelompok, jumlah });
      });
      if (tagihan !== undefined) await linkBill(tx, tagihan, payments);
      const billed = tagihan === undefined ? {} : { tagihan_id: tagihan };
      for (const payment of payments)
        await tx.audit('payment.uploaded', 'payments', payment.id, { sesudah: { ...payment, ...billed } });
      await tellKetua(tx, actor, {
        jenis: 'new-payment',
        judul: notificationTitles['new-payment'],
        pesan: `${actor.nama} mengirim bukti pembayaran ${formatMonths(months)}.`,
        halaman: 'verify-payments',
        tentang: payments[0].id,
      });
      paymentTopics(tx, { user_id: actor.id, blok: actor.blok });
      return payments[0];
    },
    [stored],
  ).catch(withExistingPayment(() => findLiveOwn(db, actor.id, months), months));
}

/** It stands on every slip, so that all who type it would have the same number. @throws Refusal 422 */
async function refuseAccountNumber(db: Db, referensi = ''): Promise<void> {
  if (referensi === '' || comparable((await readSettings(db)).bankAccount) !== referensi) return;
  throw invalidFields({
    referensi: 'Ini nomor rekening perumahan. Isi nomor referensi transfer Anda, atau kosongkan',
  });
}

/** @throws Refusal 422 if the payer has no such bill for exactly these months, 409 if it is old and costs another amount by now */
async function billedAmounts(
  tx: Tx,
  user_id: number,
  { tagihan, months, timeZone }: { tagihan: number; months: readonly Period[]; timeZone: string },
): Promise<number[]> {
  const bill = await findBillOf(tx.db, user_id, tagihan);
  if (!bill || !coversMonths(bill, months))
    throw invalidFields({ tagihan: 'Tagihan ini bukan untuk bulan yang dipilih. Buka lagi formulirnya' });
  const dues = await amountsOf(tx.db, user_id, months, timeZone);
  const isCurrent = bill.bulan.every(({ iuran }, at) => iuran === dues[at]);
  if (!isCurrent && !isRecent(bill, tx.now)) throw new Refusal('bill_outdated');
  return bill.bulan.map(({ jumlah }) => jumlah);
}

/** Oldest month first, which is also the order of locks; several become a group. */
export async function insertEach<Month extends Period>(
  tx: Tx,
  months: readonly Month[],
  insert: (month: Month, kelompok: NewPayment['kelompok']) => Promise<Payment>,
): Promise<[Payment, ...Payment[]]> {
  const [oldest, ...later] = months;
  if (!oldest) throw new Error('a payment is for at least one month');
  const single = await insert(oldest, null);
  if (later.length === 0) return [single];
  const first = await beginGroup(tx, single);
  const payments: [Payment, ...Payment[]] = [first];
  for (const period of later) payments.push(await insert(period, first.id));
  return payments;
}
