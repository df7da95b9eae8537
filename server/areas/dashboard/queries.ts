import { type SqlBool, sql } from 'kysely';
import type { ComplaintStatus } from '../../../contract/complaints.ts';
import { monthKey, type Period, shiftMonth } from '../../../contract/format.ts';
import type { PaymentStatus } from '../../../contract/payments.ts';
import type { Role } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';
import { endOfMonth } from '../../clock.ts';
import type { Db } from '../../database/open.ts';
import { inScope, ownedInScope } from '../../database/scope.ts';
import { confirmedIncome } from '../cash-book/queries.ts';
import { isOpen } from '../payments/queries.ts';
import { duesOfMonths } from '../settings/queries.ts';

const total = sql<number>`count(*)`.as('total');

export async function countByRole(db: Db, scope: Scope): Promise<Partial<Record<Role, number>>> {
  const rows = await db
    .selectFrom('users')
    .select(['jenis', total])
    .where('status', '=', 'active')
    .where('dihapus_pada', 'is', null)
    .where(inScope(scope))
    .groupBy('jenis')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.jenis, row.total]));
}

/**
 * Number of residents who owed dues at the end of each month, from the history in `debtor_changes`.
 * @param monthEnds ascending instants
 */
async function countDebtors(
  db: Db,
  scope: Scope,
  monthEnds: readonly string[],
  blok: string | undefined,
): Promise<number[]> {
  const months = monthEnds.map((end, index) => sql`WHEN waktu < ${end} THEN ${sql.lit(index)}`);
  const changes = await db
    .selectFrom('debtor_changes')
    .select([
      sql<number>`CASE ${sql.join(months, sql` `)} END`.as('month'),
      (eb) => eb.fn.sum<number>('banyak').as('total'),
    ])
    .where('waktu', '<', monthEnds.at(-1) ?? '')
    .where(ownedInScope(scope, 'user_id', blok))
    .groupBy('month')
    .execute();
  const byMonth = new Map(changes.map((row) => [row.month, row.total]));
  let debtors = 0;
  return monthEnds.map((_, index) => (debtors += byMonth.get(index) ?? 0));
}

export interface PaymentSums {
  counts: Partial<Record<PaymentStatus, number>>;
  /** Rupiah. */
  confirmed: number;
}

export async function sumPayments(db: Db, scope: Scope): Promise<PaymentSums> {
  const sums = db
    .selectFrom('payments')
    .select(['status', total])
    .where('dihapus_pada', 'is', null)
    .groupBy('status');
  if (scope.reach === 'all') {
    const rows = await sums.where(isOpen).execute();
    const { banyak, jumlah } = await confirmedIncome(db);
    return { counts: { ...countsOf(rows), dikonfirmasi: banyak }, confirmed: jumlah };
  }
  const rows = await sums
    .select((eb) => eb.fn.sum<number>('jumlah').as('jumlah'))
    .where(ownedInScope(scope, 'user_id'))
    .execute();
  const confirmed = rows.find(({ status }) => status === 'dikonfirmasi')?.jumlah ?? 0;
  return { counts: countsOf(rows), confirmed };
}

const countsOf = <Status extends string>(rows: readonly { status: Status; total: number }[]) =>
  Object.fromEntries(rows.map((row) => [row.status, row.total])) as Partial<Record<Status, number>>;

export async function countComplaints(db: Db, scope: Scope, since?: string) {
  // An expression, or SQLite would read the whole table in the order of the index on status to find a month's.
  const status = sql<ComplaintStatus>`coalesce(status, '')`;
  const rows = await db
    .selectFrom('complaints')
    .select([status.as('status'), total])
    .where('dihapus_pada', 'is', null)
    .$if(since !== undefined, (query) => query.where('tanggal_aduan', '>=', since ?? ''))
    .where(ownedInScope(scope, 'user_id'))
    .groupBy(status)
    .execute();
  return countsOf(rows);
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
  const posts = db.selectFrom('posts').select(total).where('dihapus_pada', 'is', null);
  return (await posts.executeTakeFirstOrThrow()).total;
}

export interface Months {
  last: Period;
  months: number;
  timeZone: string;
  blok?: string | undefined;
}

async function collectedByMonth(
  db: Db,
  scope: Scope,
  first: Period,
  { last, blok }: Months,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('payments')
    .select(['tahun', 'bulan', (eb) => eb.fn.sum<number>('jumlah').as('jumlah')])
    .where('status', '=', 'dikonfirmasi')
    .where('dihapus_pada', 'is', null)
    .where(sql<SqlBool>`(tahun, bulan) >= (${first.tahun}, ${first.bulan})`)
    .where(sql<SqlBool>`(tahun, bulan) <= (${last.tahun}, ${last.bulan})`)
    .where(ownedInScope(scope, 'user_id', blok))
    .groupBy(['tahun', 'bulan'])
    .execute();
  return new Map(rows.map((row) => [monthKey(row), row.jumlah]));
}

/** Target and collected dues in rupiah, oldest month first, ending with `last`. */
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
    terkumpul: collected.get(monthKey(period)) ?? 0,
  }));
}

export async function countPaid(db: Db, { tahun, bulan }: Period): Promise<number> {
  const paid = db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .select(total)
    .where('tahun', '=', tahun)
    .where('bulan', '=', bulan)
    .where('payments.status', '=', 'dikonfirmasi')
    .where('payments.dihapus_pada', 'is', null)
    .where('users.jenis', '=', 'warga')
    .where('users.status', '=', 'active')
    .where('users.dihapus_pada', 'is', null);
  return (await paid.executeTakeFirstOrThrow()).total;
}
