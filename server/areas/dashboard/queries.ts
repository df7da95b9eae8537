/** SQL about the figures of dashboards; sums of money come from the cash book. */
import { sql } from 'kysely';
import { type Period, shiftMonth } from '../../../contract/format.ts';
import type { Scope } from '../../../contract/policy.ts';
import { endOfMonth } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/open.ts';
import { sumsIn } from '../../platform/db/sums.ts';
import { duesOfMonths } from '../settings/queries.ts';

const total = sql<number>`coalesce(sum(banyak), 0)`.as('total');

/** Residents in scope as they are now: active, and not gone. */
export async function countResidents(db: Db, scope: Scope): Promise<number> {
  const counted = await db
    .selectFrom(sumsIn('account_sums', scope))
    .select(total)
    .where('jenis', '=', 'warga')
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  return counted.total;
}

/** For each month, by the instant it ended: residents who owed its dues, there, active, and not gone by then. */
async function countDebtors(
  db: Db,
  scope: Scope,
  monthEnds: readonly string[],
  blok: string | undefined,
): Promise<number[]> {
  const hours = monthEnds.map((end) => end.slice(0, 'YYYY-MM-DDTHH'.length));
  const months = hours.map((end, index) => sql`WHEN waktu < ${end} THEN ${sql.lit(index)}`);
  const changes = await db
    .selectFrom(sumsIn('debtor_sums', scope, blok))
    .select([sql<number>`CASE ${sql.join(months, sql` `)} END`.as('month'), total])
    .where('waktu', '<', hours.at(-1) ?? '')
    .groupBy('month')
    .execute();
  const byMonth = new Map(changes.map((row) => [row.month, row.total]));
  let debtors = 0;
  return monthEnds.map((_, index) => (debtors += byMonth.get(index) ?? 0));
}

/** Active accounts of each role. */
export async function countByRole(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('account_sums')
    .where('status', '=', 'active')
    .select(['jenis', total])
    .groupBy('jenis')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.jenis, row.total]));
}

export interface PaymentSums {
  /** Payments of each state. */
  counts: Record<string, number>;
  /** Rupiah that were confirmed. */
  confirmed: number;
}

export async function sumPayments(db: Db, scope: Scope): Promise<PaymentSums> {
  const rows = await db
    .selectFrom(sumsIn('payment_sums', scope))
    .select(['status', total, (eb) => eb.fn.sum<number>('jumlah').as('jumlah')])
    .groupBy('status')
    .execute();
  return {
    counts: Object.fromEntries(rows.map((row) => [row.status, row.total])),
    confirmed: rows.find(({ status }) => status === 'dikonfirmasi')?.jumlah ?? 0,
  };
}

export async function countComplaints(db: Db, scope: Scope): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom(sumsIn('complaint_sums', scope))
    .select(['status', total])
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.status, row.total]));
}

/** @param month the instant at which a month began */
export async function countComplaintsSince(db: Db, scope: Scope, month: string): Promise<number> {
  const counted = await db
    .selectFrom(sumsIn('complaint_months', scope))
    .select(total)
    .where('waktu', '>=', month.slice(0, 'YYYY-MM-DDTHH'.length))
    .executeTakeFirstOrThrow();
  return counted.total;
}

export function latestComplaints(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('complaints')
    .select(['id', 'judul', 'kategori', 'deskripsi', 'status', 'tanggal_aduan'])
    .where('user_id', '=', userId)
    .where('dihapus_pada', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countPosts(db: Db): Promise<number> {
  return (await db.selectFrom('post_sums').select(total).executeTakeFirstOrThrow()).total;
}

export interface Months {
  last: Period;
  months: number;
  timeZone: string;
  /** A block letter or a whole house. */
  blok?: string | undefined;
}

const monthNumber = sql<number>`tahun * 12 + bulan`;
const numberOf = ({ tahun, bulan }: Period) => tahun * 12 + bulan;

/** Confirmed money by the month it is for. */
async function collectedByMonth(
  db: Db,
  scope: Scope,
  first: Period,
  { last, blok }: Months,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom(sumsIn('payment_sums', scope, blok))
    .select([monthNumber.as('month'), (eb) => eb.fn.sum<number>('jumlah').as('jumlah')])
    .where('status', '=', 'dikonfirmasi')
    .where('tahun', '>=', first.tahun)
    .where('tahun', '<=', last.tahun)
    .groupBy(monthNumber)
    .execute();
  return new Map(rows.map(({ month, jumlah }) => [month, jumlah]));
}

/** Target and collected dues of `months` months, oldest first, `last` included. */
export async function monthlyDues(db: Db, scope: Scope, options: Months) {
  const { last, months, timeZone, blok } = options;
  const first = shiftMonth(last, 1 - months);
  const periods = Array.from({ length: months }, (_, index) => shiftMonth(first, index));
  const ends = periods.map((period) => endOfMonth(period, timeZone));
  const debtors = await countDebtors(db, scope, ends, blok);
  const collected = await collectedByMonth(db, scope, first, options);
  const dues = await duesOfMonths(db, periods);
  return periods.map((period, index) => ({
    ...period,
    target: (debtors[index] ?? 0) * (dues[index] ?? 0),
    terkumpul: collected.get(numberOf(period)) ?? 0,
  }));
}

/** Residents of today who have paid a month, for the payment rate. */
export async function countPaid(db: Db, { tahun, bulan }: Period): Promise<number> {
  const counted = await db
    .selectFrom('payment_sums')
    .select(total)
    .where('aktif', '=', 1)
    .where('status', '=', 'dikonfirmasi')
    .where('tahun', '=', tahun)
    .where('bulan', '=', bulan)
    .executeTakeFirstOrThrow();
  return counted.total;
}
