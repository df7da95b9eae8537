import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { amountOf } from '../../../contract/amount-of.ts';
import {
  formatDate,
  formatRupiah,
  monthIn,
  monthKey,
  monthOf,
  type Period,
} from '../../../contract/format.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import { recordableYears, waiting } from '../../../contract/payments.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { matchStatementLines } from '../../../contract/statements.ts';
import { successes } from '../../../contract/successes.ts';
import { isInTime } from '../../bank/match-credits.ts';
import { indexPeople, mentionsOf, payerIn } from '../../bank/mentions.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { linkBill, listCoded, type StoredBill } from '../bills/queries.ts';
import { refuseBarred } from '../payments/barred-payers.ts';
import { bookDues } from '../payments/book-dues.ts';
import { incomeTopics } from '../payments/changes.ts';
import { amountsOf } from '../payments/owed-queries.ts';
import { allowedMonths } from '../payments/paid-months.ts';
import * as payments from '../payments/queries.ts';
import { refuseUncharged } from '../payments/refuse-uncharged.ts';
import { tellPayer } from '../payments/review-payment.ts';
import { lockPayer } from '../payments/reviewer-queries.ts';
import { insertEach } from '../payments/upload-payment.ts';
import { bookingDay } from './booking-day.ts';
import { decideLine, isWhole, type Line, linkPayments, lockLine } from './line-queries.ts';
import { learn } from './payer-queries.ts';
import { lockSettleable } from './settlement-queries.ts';

type WantedMatch = z.output<typeof matchStatementLines.body>['cocok'][number];

/** Each line succeeds or fails alone. @throws Refusal the first reason if all fail, and lost rights */
export async function matchLines(
  context: Context,
  actor: Author,
  scope: Scope,
  wanted: readonly WantedMatch[],
) {
  const results: { mutasi_id: number; berhasil: boolean; pesan: string }[] = [];
  let first: Refusal | undefined;
  for (const one of wanted) {
    const { mutasi_id } = one;
    try {
      await matchLine(context, actor, scope, one);
      results.push({ mutasi_id, berhasil: true, pesan: successes.linesMatched });
    } catch (error) {
      if (!(error instanceof Refusal) || lostRights.has(error.code)) throw error;
      first ??= error;
      results.push({ mutasi_id, berhasil: false, pesan: error.message });
    }
    await setImmediate(); // others are served in between
  }
  if (first && results.every(({ berhasil }) => !berhasil)) throw first;
  return results;
}

const lostRights = new Set<string>(['no_session', 'forbidden', 'rights_changed', 'account_inactive']);

interface Due extends Period {
  jumlah: number;
  /** Of the payment for it; null without one. */
  id: number | null;
  /** Confirmed before, and in the book. */
  isPaid: boolean;
}

interface PayerDues {
  payer: NonNullable<Awaited<ReturnType<typeof lockPayer>>>;
  dues: Due[];
}

async function matchLine(
  context: Context,
  actor: Author,
  scope: Scope,
  { mutasi_id, sisa, tagihan }: WantedMatch,
): Promise<void> {
  const { clock, config, write } = context;
  const years = recordableYears(monthIn(config.timeZone, clock()).tahun);
  // In one order, so that two people who confirm for the same payers cannot lock each other out.
  const ordered = tagihan.toSorted((a, b) => a.user_id - b.user_id);
  await write(actor, async (tx) => {
    const line = found(await lockLine(tx, mutasi_id));
    if (line.jumlah <= 0) throw new Refusal('line_of_spending');
    if (line.status !== 'terbuka') throw new Refusal('line_decided');
    if (sisa !== undefined && sisa !== line.sisa) throw restChanged(line);
    if (line.biaya > 0) throw new Refusal('line_settled');
    await decideLine(tx, mutasi_id, { to: 'cocok', by: actor.id });
    const all: PayerDues[] = [];
    for (const { user_id, bulan } of ordered) {
      const payer = found(await lockPayer(tx, scope, user_id));
      await refuseBarred(tx, actor.id, payer.id);
      const dues = await duesOf(tx, context, scope, { payer, bulan, line });
      const unsent = dues.filter(({ id }) => id === null).map(monthKey);
      await allowedMonths({ ...context, db: tx.db }, { 'bulan[]': unsent, payer: user_id }, years);
      all.push({ payer, dues });
    }
    await tx.dialect.serialize(tx.db, 'waivers'); // recording a payment takes this lock before the payments, too
    const bill = await codedBill(tx, line, all);
    const paid = bill ? withAmounts(all, bill) : inFull(all, line);
    const on = await bookingDay(tx, line, config.timeZone);
    const booking = { by: actor.id, on, akun_id: line.akun_id };
    const settled = [];
    for (const one of paid)
      settled.push({
        payer: one.payer,
        payments: await settle(tx, actor, scope, one, { ...booking, line }),
      });
    if (isWhole(line)) await learnPayer(tx, line.uraian, paid);
    // Payments and learned names are locked before the book, as reviews and reversals do.
    for (const one of settled) await bookSettled(tx, one, booking);
    const decided = settled.flatMap(({ payments }) => payments);
    if (bill) await linkBill(tx, bill.id, decided);
    const before = paid.flatMap(({ dues }) => dues.flatMap(({ id, isPaid }) => (isPaid && id) || []));
    const booked = decided.map(({ id }) => id);
    const proven = [...before, ...booked];
    await linkPayments(tx, mutasi_id, proven, booked);
    await tx.audit('line.matched', 'lines', mutasi_id, {
      sebelum: { status: 'terbuka' },
      sesudah: { status: 'cocok', tanggal: line.tanggal, jumlah: line.sisa, pembayaran: proven },
    });
    tx.changed('statements');
  });
}

interface Chosen {
  payer: PayerDues['payer'];
  bulan: readonly string[];
  line: Line;
}

/** Oldest first. @throws Refusal 409 that names the months which are paid already, unless the line can prove all of them */
async function duesOf(
  tx: Tx,
  { config }: Context,
  scope: Scope,
  { payer: { id: user_id, nama }, bulan, line }: Chosen,
): Promise<Due[]> {
  const periods = bulan.toSorted().map(monthOf);
  const amounts = await amountsOf(tx.db, user_id, periods, config.timeZone);
  const dues: Due[] = [];
  const paid = [];
  for (const [at, period] of periods.entries()) {
    const live = await payments.findLiveInScope(tx.db, scope, user_id, [period]);
    const isPaid = live !== undefined && live.status !== waiting;
    if (isPaid) paid.push(live);
    dues.push({ ...period, id: live?.id ?? null, jumlah: live?.jumlah ?? amounts[at] ?? 0, isPaid });
  }
  const [data] = paid;
  if (!data) return dues;
  const ids = paid.map(({ id }) => id);
  if (ids.length === dues.length && (await lockSettleable(tx, scope, line, ids)).length === ids.length)
    return dues;
  const message = `${nama}: pembayaran ${formatMonths(paid)} sudah ada. Pilih bulan lain.`;
  throw new Refusal('payment_exists', { data, message });
}

/**
 * The bill of one payer with the amount of the line, if no slip with another amount waits for any of these months: they
 * are its months, or those of the rest of the line.
 */
async function codedBill(tx: Tx, line: Line, all: readonly PayerDues[]): Promise<StoredBill | undefined> {
  const [only] = all;
  if (!only || all.length > 1 || only.dues.every(({ id }) => id !== null)) return undefined;
  const coded = await listCoded(tx.db, [line]);
  return coded.findLast(
    (bill) =>
      bill.user_id === only.payer.id &&
      isInTime(bill, line.tanggal) &&
      only.dues.every((due) => due.id === null || due.jumlah === billedIn(bill, due)?.jumlah) &&
      sumIn(bill, only.dues) === line.sisa,
  );
}

const billedIn = ({ bulan }: StoredBill, month: Period) =>
  bulan.find((one) => monthKey(one) === monthKey(month));

const sumIn = (bill: StoredBill, months: readonly Period[]) =>
  months.reduce((sum, month) => sum + (billedIn(bill, month)?.jumlah ?? Number.NaN), 0);

const withAmounts = (all: readonly PayerDues[], bill: StoredBill): PayerDues[] =>
  all.map((one) => ({
    ...one,
    dues: one.dues.map((due) => ({ ...due, jumlah: billedIn(bill, due)?.jumlah ?? due.jumlah })),
  }));

const restChanged = ({ sisa }: Line) =>
  new Refusal('line_rest_differs', {
    message: `Sisa mutasi ini sekarang ${formatRupiah(sisa)}. Periksa lagi jumlahnya.`,
  });

/**
 * One month may have any amount, as when staff record it; otherwise what is due is what is left of the line.
 * @throws Refusal 422, 409 if payments hold a part of the line
 */
function inFull(all: readonly PayerDues[], line: Line): PayerDues[] {
  const jumlah = line.sisa;
  const due = all.flatMap(({ dues }) => dues);
  const sum = amountOf(due);
  if (sum === jumlah) return [...all];
  const [only] = due;
  if (only && due.length === 1 && only.id === null)
    return all.map((one) => ({ ...one, dues: [{ ...only, jumlah }] }));
  const what = `${formatRupiah(jumlah)}, sedangkan tagihan yang dipilih ${formatRupiah(sum)}.`;
  if (!isWhole(line)) throw new Refusal('line_rest_differs', { message: `Sisa mutasi ini ${what}` });
  throw new Refusal('line_amount_differs', { message: `Mutasi ini ${what}` });
}

type Settled = Parameters<typeof bookDues>[1] & Parameters<typeof tellPayer>[1][number];

interface Booked {
  by: number;
  on: string;
  akun_id: number;
  line: { tanggal: string };
}

/** Waiting slips are confirmed, months without a payment recorded. @returns these payments */
async function settle(
  tx: Tx,
  actor: Author,
  scope: Scope,
  { payer, dues }: PayerDues,
  { line, ...booked }: Booked,
): Promise<Settled[]> {
  const decided = [];
  for (const { id, isPaid } of dues) {
    if (id === null || isPaid) continue;
    const won = await payments.review(tx, id, { status: 'dikonfirmasi', catatan: null, ...booked });
    const payment = found(await payments.findInScope(tx.db, scope, id));
    if (!won) throw new Refusal('payment_already_reviewed', { data: payment });
    await tx.audit('payment.confirmed', 'payments', id, {
      sebelum: { status: waiting, catatan: null },
      sesudah: { status: payment.status, catatan: null, jumlah: payment.jumlah },
    });
    decided.push(payment);
  }
  const open = dues.filter(({ id }) => id === null);
  if (open.length > 0) {
    const keterangan = `Mutasi bank ${formatDate(line.tanggal)}`;
    await refuseUncharged(tx, payer.id, open);
    const inserted = await insertEach(tx, open, ({ tahun, bulan, jumlah }, kelompok) => {
      const payment = { user_id: payer.id, tahun, bulan, jumlah, bukti_transfer: null, keterangan, kelompok };
      return payments.insertConfirmed(tx, payment, booked);
    });
    for (const payment of inserted) {
      await tx.audit('payment.recorded', 'payments', payment.id, { sesudah: { ...payment } });
      decided.push({ ...payment, nama: payer.nama, blok: payer.blok, dikonfirmasi_oleh_nama: actor.nama });
    }
  }
  return decided;
}

async function bookSettled(
  tx: Tx,
  { payer, payments }: { payer: PayerDues['payer']; payments: Settled[] },
  booked: Omit<Booked, 'line'>,
): Promise<void> {
  for (const payment of payments) await bookDues(tx, payment, booked);
  await tellPayer(tx, payments);
  incomeTopics(tx, { user_id: payer.id, blok: payer.blok });
}

/** Who pays for somebody else under another name; a line for several teaches nothing. */
async function learnPayer(tx: Tx, uraian: string, paid: readonly PayerDues[]): Promise<void> {
  const [only] = paid;
  const pengirim = payerIn(uraian);
  if (!only || paid.length > 1 || pengirim === null) return;
  const own = mentionsOf(pengirim, indexPeople([only.payer])).named.length > 0;
  if (!own) await learn(tx, pengirim, only.payer.id);
}
