import { randomInt } from 'node:crypto';
import { amountOf } from '../../../contract/amount-of.ts';
import {
  type Bill,
  billedAmounts,
  highestCode,
  isCodedAmount,
  mostOpenBills,
} from '../../../contract/bills.ts';
import { monthIn, monthKey, type Period } from '../../../contract/format.ts';
import type { PaidMonths } from '../../../contract/payment-months.ts';
import { payableYears } from '../../../contract/payments.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Db } from '../../database/open.ts';
import type { Tx } from '../../database/write.ts';
import { Refusal } from '../../http/refusal.ts';
import { amountsOf } from '../payments/owed-queries.ts';
import { allowedMonths } from '../payments/paid-months.ts';
import { findLiveOwn } from '../payments/queries.ts';
import { refuseFree } from '../payments/refuse-uncharged.ts';
import { firstActive } from '../places/queries.ts';
import { readSettings } from '../settings/queries.ts';
import * as queries from './queries.ts';

/**
 * The bill of these months with a unique code; the same one until the dues or the credit change.
 * @returns the plain dues if codes are switched off or none is free
 * @throws Refusal 409 if one of the months is paid or waits, 422 if it cannot be paid
 */
export async function askForBill(context: Context, actor: Author, asked: PaidMonths): Promise<Bill> {
  const { db, clock, config, write } = context;
  const { tahun } = monthIn(config.timeZone, clock());
  const months = await allowedMonths(context, { ...asked, payer: actor.id }, payableYears(tahun));
  const whose = { user_id: actor.id, months, timeZone: config.timeZone };
  const quote = await quoteOf(db, whose);
  if (!(await readSettings(db)).kodeUnik) return plainBill(quote);
  const known = await findCurrent(db, { user_id: actor.id, now: clock().toISOString() }, quote);
  if (known && queries.isOpen(known)) return queries.presentBill(known);
  return await write(actor, (tx) => billOf(tx, whose));
}

interface Asked {
  user_id: number;
  /** Oldest first. */
  months: readonly Period[];
  timeZone: string;
}

/** While codes are switched on. @throws Refusal 409 if one of the months is paid or waits */
export async function billOf(tx: Tx, asked: Asked): Promise<Bill> {
  await tx.dialect.serialize(tx.db, 'bills');
  const quote = await quoteOf(tx.db, asked);
  const { user_id } = asked;
  const known = await findCurrent(tx.db, { user_id, now: tx.now }, quote);
  if (known && !queries.isOpen(known)) {
    await closeReplaced(tx, user_id, quote);
    await queries.reopenBill(tx, known);
  }
  const made = known ?? (await makeBill(tx, user_id, quote));
  return made ? queries.presentBill(made) : plainBill(quote);
}

interface Quote {
  akun_id: number;
  kredit: number;
  /** Oldest first. */
  dues: (Period & { jumlah: number })[];
}

async function quoteOf(db: Db, { user_id, months, timeZone }: Asked): Promise<Quote> {
  const data = await findLiveOwn(db, user_id, months);
  if (data) throw new Refusal('payment_exists', { data });
  const amounts = await amountsOf(db, user_id, months, timeZone);
  const dues = months.map(({ tahun, bulan }, at) => ({ tahun, bulan, jumlah: amounts[at] ?? 0 }));
  await refuseFree(db, user_id, dues);
  return {
    akun_id: (await firstActive(db, 'bank')).akun_id,
    kredit: await queries.readCredit(db, user_id),
    dues,
  };
}

const plainBill = ({ dues }: Quote): Bill => ({
  id: null,
  bulan: dues.map(monthKey),
  jumlah: amountOf(dues),
  kode: null,
  kredit: 0,
});

/** Also one that was closed lately: its amount is still reserved, and may have been sent. */
async function findCurrent(
  db: Db,
  { user_id, now }: { user_id: number; now: string },
  { akun_id, kredit, dues }: Quote,
) {
  const unpaid = await queries.listUnpaidOf(db, user_id, now);
  return unpaid.findLast(
    (bill) =>
      bill.akun_id === akun_id &&
      bill.kredit === kredit &&
      queries.coversMonths(bill, dues) &&
      bill.bulan.every(({ iuran }, at) => iuran === dues[at]?.jumlah),
  );
}

/** Call it with the lock of bills. */
async function makeBill(tx: Tx, user_id: number, { akun_id, kredit, dues }: Quote) {
  const amounts = dues.map(({ jumlah }) => jumlah);
  if (!billedAmounts(amounts, { kode: 1, kredit })) return undefined;
  const base = amountOf(dues) - kredit;
  const range = { akun_id, from: base + 1, to: base + highestCode };
  for (const { id, pada } of await queries.listPaid(tx.db, range, user_id))
    await queries.closeBill(tx, id, pada ?? tx.now);
  for (const { id } of await queries.listAbandoned(tx.db, range, user_id, tx.now))
    await queries.closeBill(tx, id, tx.now);
  await closeReplaced(tx, user_id, { kredit, dues });
  const reserved = await queries.listReserved(tx.db, range, tx.now);
  const free = Array.from({ length: highestCode }, (_, at) => at + 1).filter(
    (kode) => isCodedAmount(base + kode) && !reserved.has(base + kode),
  );
  const kode = free[free.length > 0 ? randomInt(free.length) : 0];
  if (kode === undefined) return undefined;
  const paid = billedAmounts(amounts, { kode, kredit }) ?? [];
  const bulan = dues.map(({ tahun, bulan, jumlah: iuran }, at) => ({
    tahun,
    bulan,
    iuran,
    jumlah: paid[at] ?? iuran,
  }));
  return await queries.insertBill(tx, { user_id, akun_id, jumlah: base + kode, kode, kredit, bulan });
}

/** Bills with another credit, of the same months, and the oldest beyond those that a house may have. */
async function closeReplaced(tx: Tx, user_id: number, { kredit, dues }: Pick<Quote, 'kredit' | 'dues'>) {
  const open = (await queries.listUnpaidOf(tx.db, user_id, tx.now)).filter(queries.isOpen);
  const isReplaced = (bill: queries.StoredBill) => bill.kredit !== kredit || queries.coversMonths(bill, dues);
  const kept = open.filter((bill) => !isReplaced(bill));
  const tooMany = kept.slice(0, Math.max(0, kept.length - mostOpenBills + 1));
  for (const { id } of [...open.filter(isReplaced), ...tooMany]) await queries.closeBill(tx, id, tx.now);
}
