import type * as z from 'zod/mini';
import { dateIn, formatRupiah, monthIn, type Period } from '../../../contract/format.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import {
  type recordPayment as endpoint,
  type PaymentMethod,
  recordableYears,
  type StaffPayment,
} from '../../../contract/payments.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Tx } from '../../database/write.ts';
import type { Upload } from '../../http/files/upload.ts';
import { found, invalidFields } from '../../http/refusal.ts';
import type { WantedPlace } from '../places/rules.ts';
import { refuseBarred } from './barred-payers.ts';
import { bookDues } from './book-dues.ts';
import { incomeTopics } from './changes.ts';
import { withSameProof } from './group-queries.ts';
import { amountsOf } from './owed-queries.ts';
import { allowedMonths, withExistingPayment } from './paid-months.ts';
import { findLiveInScope, insertConfirmed, type NewPayment } from './queries.ts';
import { refuseUncharged } from './refuse-uncharged.ts';
import { tellPayer } from './review-payment.ts';
import { isPayer, lockPayer } from './reviewer-queries.ts';
import { insertEach } from './upload-payment.ts';

type Received = z.output<typeof endpoint.body>;

/** One payment for each month; the first is answered. */
export async function recordPayment(
  context: Context,
  actor: Author,
  scope: Scope,
  { akun_id, dana_id, user_id, jumlah, metode = 'transfer', keterangan, ...asked }: Received,
  proof: Upload | undefined,
): Promise<StaffPayment> {
  const { clock, config, db, files, write } = context;
  const years = recordableYears(monthIn(config.timeZone, clock()).tahun);
  const payer = (await isPayer(db, scope, user_id)) ? user_id : null;
  const months = await allowedMonths(context, { ...asked, payer }, years);
  const stored = proof && (await files.storeImage(proof, 'proof'));
  return await write(
    actor,
    async (tx) => {
      const payer = found(await lockPayer(tx, scope, user_id));
      await refuseBarred(tx, actor.id, payer.id);
      const amounts = await sharesOf(jumlah, months, () =>
        amountsOf(tx.db, user_id, months, config.timeZone),
      );
      const paid = { keterangan: keterangan || null, metode, bukti_transfer: stored?.nama ?? null };
      const charged = months.map((period, at) => ({ ...period, jumlah: amounts[at] ?? jumlah }));
      const on = dateIn(config.timeZone, new Date(tx.now));
      const [first] = await enterReceived(tx, actor, {
        payer,
        charged,
        paid,
        on,
        place: { akun_id, dana_id },
      });
      return found(first);
    },
    stored ? [stored] : [],
  ).catch(withExistingPayment(() => findLiveInScope(db, scope, user_id, months), months));
}

interface Entered {
  payer: NonNullable<Awaited<ReturnType<typeof lockPayer>>>;
  /** Oldest month first. */
  charged: readonly (Period & { jumlah: number })[];
  paid: Pick<NewPayment, 'keterangan' | 'bukti_transfer' | 'ketukan'> & { metode: PaymentMethod };
  /** Today in the estate's calendar. */
  on: string;
  /** Asked for when the payments are stored already: places lock the book, payments do before it. */
  place: WantedPlace | (() => Promise<WantedPlace>);
}

/** Confirmed payments of what somebody received, one for each month, booked and told to the payer. */
export async function enterReceived(
  tx: Tx,
  actor: Author,
  { payer, charged, paid, on, place }: Entered,
): Promise<StaffPayment[]> {
  const booked = { by: actor.id, on };
  await refuseUncharged(tx, payer.id, charged);
  const inserted = await insertEach(tx, charged, (period, kelompok) => {
    const { tahun, bulan, jumlah } = period;
    return insertConfirmed(tx, { ...paid, user_id: payer.id, tahun, bulan, jumlah, kelompok }, booked);
  });
  const { nama, blok, no_hp } = payer;
  const whose = { nama, blok, no_hp, dikonfirmasi_oleh_nama: actor.nama };
  const chosen = typeof place === 'function' ? await place() : place;
  for (const payment of inserted) {
    await bookDues(tx, { ...payment, ...whose }, { ...booked, metode: paid.metode, ...chosen });
    await tx.audit('payment.recorded', 'payments', payment.id, { sesudah: { ...payment } });
  }
  const related = await withSameProof(tx.db, inserted);
  const payments = related.map((payment) => ({ ...payment, ...whose, referensi_sama: null }));
  await tellPayer(tx, payments);
  incomeTopics(tx, { user_id: payer.id, blok });
  return payments;
}

/** One month may have any amount, several what each costs. */
async function sharesOf(
  jumlah: number,
  months: readonly Period[],
  readDues: () => Promise<number[]>,
): Promise<number[]> {
  if (months.length === 1) return [jumlah];
  const dues = await readDues();
  const sum = dues.reduce((total, amount) => total + amount, 0);
  if (sum === jumlah) return dues;
  throw invalidFields({ jumlah: `Jumlah harus ${formatRupiah(sum)}, iuran ${formatMonths(months)}` });
}
