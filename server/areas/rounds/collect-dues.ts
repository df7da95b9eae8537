import type { Selectable } from 'kysely';
import type * as z from 'zod/mini';
import { amountOf } from '../../../contract/amount-of.ts';
import {
  dateIn,
  formatDateTime,
  formatMonth,
  formatRupiah,
  monthIn,
  monthIndex,
  monthOf,
  type Period,
} from '../../../contract/format.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Booked, collectDues as contract } from '../../../contract/rounds.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { refuseBarred } from '../payments/barred-payers.ts';
import { unpaidMonths } from '../payments/owed-queries.ts';
import { findLiveInScope } from '../payments/queries.ts';
import { enterReceived } from '../payments/record-payment.ts';
import { findPayerInScope, lockPayer } from '../payments/reviewer-queries.ts';
import { cashOf } from '../places/queries.ts';
import { heldAccount } from '../places/save-place.ts';
import { findTap } from './queries.ts';

type Tap = z.output<typeof contract.body>;

/**
 * Confirmed at once, because the collector has taken the money. Booked on the server's day: the device's clock may be
 * wrong, so its time is only noted. A tap that was booked before is answered again, also after its idempotency key is
 * forgotten.
 * @throws Refusal 404 out of scope, 403 for the own house and for an account that is not another person, 409 dues_taken
 *   for a month that is paid or not charged, 409 dues_changed for another sum
 */
export async function collectDues(
  { write, config, db }: Context,
  actor: Author,
  scope: Scope,
  { ketukan, user_id, jumlah, waktu, ...asked }: Tap,
) {
  const months = asked.bulan.toSorted().map(monthOf);
  const { timeZone } = config;
  const answer = async (at: Db, booked: Booked) => ({
    id: booked.payment_id,
    user_id,
    ...booked,
    ...(await cashOf(at, actor.id)),
  });
  return await write(actor, async (tx) => {
    const payer = found(await lockPayer(tx, scope, user_id));
    const known = await findTap(tx.db, ketukan);
    if (known?.by === actor.id && known.user_id === user_id) return await answer(tx.db, known);
    await refuseBarred(tx, actor.id, payer.id);
    const now = new Date(tx.now);
    const [unpaid = []] = await unpaidMonths(tx.db, [user_id], monthIn(timeZone, now), timeZone);
    const owed = new Map(unpaid.map((month) => [monthIndex(month), month]));
    const charged = months.flatMap((month) => owed.get(monthIndex(month)) ?? []);
    if (charged.length < months.length) throw await explain(tx.db, scope, payer, months);
    if (amountOf(charged) !== jumlah) throw changed(payer, months, amountOf(charged));
    const keterangan = `Tunai di rumah, ${formatDateTime(waktu, timeZone)} menurut HP`;
    const [first] = await enterReceived(tx, actor, {
      payer,
      charged,
      paid: { keterangan, metode: 'tunai', bukti_transfer: null, ketukan },
      on: dateIn(timeZone, now),
      place: async () => ({ akun_id: await heldAccount(tx, actor), held: true }),
    });
    tx.changed('rounds', { user_id: actor.id, blok: actor.blok });
    const payment_id = found(first).id;
    return await answer(tx.db, { ketukan, payment_id, jumlah, banyak: charged.length });
  }).catch(async (error: unknown) => {
    // Somebody else was faster by a moment, or the same tap was.
    if (!(error instanceof Refusal) || !overtaken.has(error.code)) throw error;
    const known = await findTap(db, ketukan);
    if (known?.by === actor.id && known.user_id === user_id) return await answer(db, known);
    if (error.code !== 'payment_exists') throw error;
    throw await explain(db, scope, found(await findPayerInScope(db, scope, user_id)), months);
  });
}

const overtaken = new Set<string>(['payment_exists', 'key_reused', 'dues_taken', 'dues_changed']);

type Payer = Pick<Selectable<Schema['users']>, 'id' | 'nama' | 'blok'>;

const houseOf = ({ nama, blok }: Payer) => (blok ? `${blok} (${nama})` : nama);

/** Why months cannot be received, as a sentence for the collector, who has the money in their hands. */
async function explain(db: Db, scope: Scope, payer: Payer, months: readonly Period[]): Promise<Refusal> {
  const paid = await findLiveInScope(db, scope, payer.id, months);
  const what = 'Kembalikan uangnya, atau catat untuk bulan lain yang belum dibayar.';
  if (!paid) {
    const message = `${houseOf(payer)}: ada bulan yang tidak ditagih (${formatMonths(months)}). ${what}`;
    return new Refusal('dues_taken', { message });
  }
  const by =
    paid.metode === 'tunai'
      ? `sudah dibayar tunai, dicatat ${paid.dikonfirmasi_oleh_nama}`
      : 'sudah dibayar lewat transfer';
  const state = paid.status === 'dikonfirmasi' ? '' : ' dan menunggu diperiksa';
  const message = `${houseOf(payer)}: ${formatMonth(paid)} ${by}${state}. ${what}`;
  return new Refusal('dues_taken', { message });
}

function changed(payer: Payer, months: readonly Period[], sum: number): Refusal {
  const message = `${houseOf(payer)}: iuran ${formatMonths(months)} sekarang ${formatRupiah(sum)}. Periksa uangnya, lalu catat lagi.`;
  return new Refusal('dues_changed', { message });
}
