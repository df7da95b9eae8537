/** SQL about the figures of dashboards; sums of money come from the cash book. */
import { sql } from 'kysely';
import { type Period, shiftMonth } from '../../../contract/format.ts';
import type { Scope } from '../../../contract/policy.ts';
import { endOfMonth } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/open.ts';
import { inScope } from '../../platform/db/scope.ts';
import { duesOf } from '../settings/queries.ts';

const present = (db: Db) => db.selectFrom('users').where('dihapus_pada', 'is', null);

/** Active residents in scope who were there before an instant: those who owe dues. */
export async function countResidents(db: Db, scope: Scope, joinedBefore?: string): Promise<number> {
  const { total } = await present(db)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('jenis', '=', 'warga')
    .where('status', '=', 'active')
    .where(inScope(scope))
    .$if(joinedBefore !== undefined, (query) => query.where('created_at', '<', joinedBefore ?? ''))
    .executeTakeFirstOrThrow();
  return total;
}

export async function countByRole(db: Db): Promise<Record<string, number>> {
  const rows = await present(db)
    .select(['jenis', (eb) => eb.fn.countAll<number>().as('total')])
    .groupBy('jenis')
    .execute();
  return Object.fromEntries(rows.map(({ jenis, total }) => [jenis, total]));
}

/** @param userId only this person's */
export async function countPayments(db: Db, userId?: number): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('payments')
    .select(['status', (eb) => eb.fn.countAll<number>().as('total')])
    .where('dihapus_pada', 'is', null)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .groupBy('status')
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

/** Confirmed money by the month it is for, from a month on. */
async function collectedByMonth(db: Db, scope: Scope, from: Period): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .select(['tahun', 'bulan', (eb) => eb.fn.sum<number>('jumlah').as('total')])
    .where('payments.status', '=', 'dikonfirmasi')
    .where(sql<number>`tahun * 12 + bulan`, '>=', from.tahun * 12 + from.bulan)
    .where('tahun', '>=', from.tahun)
    .where(inScope(scope))
    .groupBy(['tahun', 'bulan'])
    .execute();
  return new Map(rows.map(({ tahun, bulan, total }) => [`${tahun}-${bulan}`, total]));
}

/** Target and collected dues of `months` months, oldest first, `last` included. */
export async function monthlyDues(db: Db, scope: Scope, options: { last: Period; months: number; timeZone: string }) {
  const { last, months, timeZone } = options;
  const first = shiftMonth(last, 1 - months);
  const collected = await collectedByMonth(db, scope, first);
  const rows = [];
  for (let index = 0; index < months; index += 1) {
    const period = shiftMonth(first, index);
    const residents = await countResidents(db, scope, endOfMonth(period, timeZone));
    const target = residents * (await duesOf(db, period));
    rows.push({ ...period, target, terkumpul: collected.get(`${period.tahun}-${period.bulan}`) ?? 0 });
  }
  return rows;
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

