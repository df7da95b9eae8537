import { dateIn, monthIn, type Period } from '../../../contract/format.ts';
import { recordableYears } from '../../../contract/payments.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Upload } from '../../http/files/upload.ts';
import { found, Refusal } from '../../http/refusal.ts';
import type { WantedPlace } from '../places/rules.ts';
import { bookDues } from './book-dues.ts';
import { incomeTopics } from './changes.ts';
import { lockPayer, findLiveInScope, insertConfirmed } from './queries.ts';
import { refusePuppet } from './refuse-puppet.ts';
import { tellPayer } from './review-payment.ts';
import { outsideYears, withExistingPayment } from './upload-payment.ts';

interface Received extends Period, WantedPlace {
  user_id: number;
  jumlah: number;
  keterangan: string | null;
}

export async function recordPayment(
  context: Context,
  actor: Author,
  scope: Scope,
  { akun_id, dana_id, ...received }: Received,
  proof: Upload,
) {
  const { clock, config, db, files, write } = context;
  const years = recordableYears(monthIn(config.timeZone, clock()).tahun);
  if (!years.includes(received.tahun)) throw outsideYears(years);
  const stored = await files.storeImage(proof, 'proof');
  return await write(
    actor,
    async (tx) => {
      const payer = found(await lockPayer(tx, scope, received.user_id));
      if (payer.id === actor.id) throw new Refusal('own_payment');
      await refusePuppet(tx, actor, payer.id);
      const booked = { by: actor.id, on: dateIn(config.timeZone, new Date(tx.now)) };
      const inserted = await insertConfirmed(tx, { ...received, bukti_transfer: stored.nama }, booked);
      const { nama, blok, no_hp } = payer;
      const payment = { ...inserted, nama, blok, no_hp, dikonfirmasi_oleh_nama: actor.nama };
      await bookDues(tx, payment, { ...booked, akun_id, dana_id });
      await tx.audit({
        aksi: 'payment.recorded',
        entitas: 'payments',
        entitas_id: payment.id,
        sesudah: inserted,
      });
      await tellPayer(tx, payment);
      incomeTopics(tx, payment);
      return payment;
    },
    [stored],
  ).catch(withExistingPayment(() => findLiveInScope(db, scope, received)));
}
