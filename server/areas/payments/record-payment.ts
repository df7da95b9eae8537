/** Staff record a payment for a resident in scope: money received, confirmed at once (decisions §5, §6). */
import { dateIn, monthIn, type Period } from '../../../contract/format.ts';
import { recordableYears } from '../../../contract/payments.ts';
import type { Actor } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Context } from '../../platform/context.ts';
import type { Upload } from '../../platform/files/upload.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import { incomeTopics } from './changes.ts';
import { claimPayer, findLiveInScope, insertConfirmed } from './queries.ts';
import { tellPayer } from './review-payment.ts';
import { outsideYears, showingPresent } from './upload-payment.ts';

interface Received extends Period {
  user_id: number;
  jumlah: number;
  keterangan: string | null;
}

/** @throws Refusal 415, 422 for a year outside the window, 404 out of scope, 403 for oneself, 409 payment_exists */
export async function recordPayment(
  context: Context,
  actor: Actor,
  scope: Scope,
  received: Received,
  proof: Upload,
) {
  const { clock, config, db, files, write } = context;
  const years = recordableYears(monthIn(config.timeZone, clock()).tahun);
  if (!years.includes(received.tahun)) throw outsideYears(years);
  const stored = await files.storeImage(proof, 'proof');
  return await write(
    actor,
    async (tx) => {
      const payer = found(await claimPayer(tx, scope, received.user_id));
      if (payer.id === actor.id) throw new Refusal('own_payment');
      const booked = { by: actor.id, on: dateIn(config.timeZone, new Date(tx.now)) };
      const inserted = await insertConfirmed(tx, { ...received, bukti_transfer: stored.nama }, booked);
      const { nama, blok, no_hp } = payer;
      const payment = { ...inserted, nama, blok, no_hp, dikonfirmasi_oleh_nama: actor.nama };
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
  ).catch(showingPresent(() => findLiveInScope(db, scope, received)));
}
