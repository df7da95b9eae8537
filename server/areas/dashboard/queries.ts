/** SQL about the figures of dashboards; sums of money come from the cash book. */
import { sql } from 'kysely';
import { type Period, shiftMonth } from '../../../contract/format.ts';
import type { Scope } from '../../../contract/policy.ts';
import { endOfMonth } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/open.ts';
import { inBlock, inScope } from '../../platform/db/scope.ts';
import { duesOfMonths } from '../settings/queries.ts';

const present = (db: Db) => db.selectFrom('users').where('dihapus_pada', 'is', null);

/** Residents in scope as they are now: active, and not gone. */
export async function countResidents(db: Db, scope: Scope): Promise<number> {
  const { total } = await present(db)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('jenis', '=', 'warga')
    .where('status', '=', 'active')
    .where(inScope(scope))
    .executeTakeFirstOrThrow();
  return total;
}

/** For each month, by the instant it ended: residents who owed its dues, there, active, and not gone by then. */
async function countDebtors(
  db: Db,
  scope: Scope,
  monthEnds: readonly string[],
  blok: string | undefined,
): Promise<number[]> {
  const owing = (end: string) =>
    sql<number>`count(CASE WHEN created_at < ${end}
      AND (dihapus_pada IS NULL OR dihapus_pada >= ${end})
      AND (status = 'active' OR nonaktif_sejak >= ${end}) THEN 1 END)`;
  const counts = await db
    .selectFrom('users')
    .select(monthEnds.map((end, index) => owing(end).as(String(index))))
    .where('jenis', '=', 'warga')
    .where(inScope(scope))
    .$if(blok !== undefined, (query) => query.where(inBlock(blok ?? '')))
    .executeTakeFirstOrThrow();
  return monthEnds.map((_, index) => counts[String(index)] ?? 0);
}

/** Active accounts of each role. */
export async function countByRole(db: Db): Promise<Record<string, number>> {
  const rows = await present(db)
    .where('status', '=', 'active')
    .select(['jenis', (eb) => eb.fn.countAll<number>().as('total')])
    .groupBy('jenis')
    .execute();
  return Object.fromEntries(rows.map(({ jenis, total }) => [jenis, total]));
}

export async function countPayments(db: Db, scope: Scope): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .select(['payments.status', (eb) => eb.fn.countAll<number>().as('total')])
    .where('payments.dihapus_pada', 'is', null)
    .where(inScope(scope))
    .groupBy('payments.status')
    .execute();
  return Object.fromEntries(rows.map(({ status, total }) => [status, total]));
}

export async function countComplaints(db: Db, scope: Scope, since?: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('complaints')
    .innerJoin('users', 'users.id', 'complaints.user_id')
    .select(['complaints.status', (eb) => eb.fn.countAll<number>().as('total')])
    .where('complaints.dihapus_pada', 'is', null)
    .where(inScope(scope))
    .$if(since !== undefined, (query) => query.where('tanggal_aduan', '>=', since ?? ''))
    .groupBy('complaints.status')
    .execute();
  return Object.fromEntries(rows.map(({ status, total }) => [status, total]));
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
  const { total } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('dihapus_pada', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
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
  const payers = db
    .selectFrom('users')
    .select('users.id')
    .where(inScope(scope))
    .$if(blok !== undefined, (query) => query.where(inBlock(blok ?? '')));
  const everybody = scope.reach === 'all' && blok === undefined;
  const rows = await db
    .selectFrom('payments')
    .select([monthNumber.as('month'), (eb) => eb.fn.sum<number>('jumlah').as('total')])
    .where('status', '=', 'dikonfirmasi')
    .where('tahun', '>=', first.tahun)
    .where('tahun', '<=', last.tahun)
    // Without asking who paid, the index alone answers.
    .$if(!everybody, (query) => query.where('user_id', 'in', payers))
    .groupBy(monthNumber)
    .execute();
  return new Map(rows.map(({ month, total }) => [month, total]));
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

/** Residents in scope who have paid a month, for the payment rate. */
export async function countPaid(db: Db, period: Period): Promise<number> {
  const { total } = await db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('tahun', '=', period.tahun)
    .where('bulan', '=', period.bulan)
    .where('payments.status', '=', 'dikonfirmasi')
    .where('users.jenis', '=', 'warga')
    .where('users.status', '=', 'active')
    .where('users.dihapus_pada', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}
