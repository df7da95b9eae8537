/** Target and collected dues of months: over all accounts in scope what `contract/owed.ts` says of each, in SQL. */
import { type SqlBool, sql } from 'kysely';
import { monthIndex, monthKey, type Period, shiftMonth } from '../../../contract/format.ts';
import type { Scope } from '../../../contract/policy.ts';
import { endOfMonth } from '../../clock.ts';
import type { Db } from '../../database/open.ts';
import { ownedInScope } from '../../database/scope.ts';
import { duesOfMonths } from '../settings/queries.ts';
import { isLive } from './queries.ts';

export interface Months {
  last: Period;
  months: number;
  timeZone: string;
  blok?: string | undefined;
}

export interface ChargedDues extends Period {
  /** Rupiah: the dues of all who are charged. */
  target: number;
  /** Rupiah confirmed. */
  terkumpul: number;
  /** Accounts charged: those who owe dues, and whoever has paid or waits for confirmation. */
  wajib: number;
  /** Of these, with a confirmed payment. */
  lunas: number;
}

interface Query extends Months {
  first: Period;
  periods: readonly Period[];
}

/** Oldest month first, ending with `last`. Months to come are charged to those who owe dues now. */
export async function monthlyDues(db: Db, scope: Scope, options: Months): Promise<ChargedDues[]> {
  const first = shiftMonth(options.last, 1 - options.months);
  const periods = Array.from({ length: options.months }, (_, index) => shiftMonth(first, index));
  const query = { ...options, first, periods };
  const debtors = await countDebtors(db, scope, query);
  const collected = await sumConfirmed(db, scope, query);
  const outside = await countOutside(db, scope, query);
  const dues = await duesOfMonths(db, periods);
  return periods.map((period, index) => {
    const key = monthKey(period);
    const { lunas = 0, terkumpul = 0 } = collected.get(key) ?? {};
    const wajib = (debtors[index] ?? 0) + (outside.get(key) ?? 0);
    return { ...period, target: wajib * (dues[index] ?? 0), terkumpul, wajib, lunas };
  });
}

/** Accounts that owed dues at the end of each month. */
async function countDebtors(db: Db, scope: Scope, { periods, timeZone, blok }: Query): Promise<number[]> {
  const ends = periods.map((period) => endOfMonth(period, timeZone));
  const months = ends.map((end, index) => sql`WHEN waktu < ${end} THEN ${sql.lit(index)}`);
  const changes = await db
    .selectFrom('debtor_changes')
    .select([
      sql<number>`CASE ${sql.join(months, sql` `)} END`.as('month'),
      (eb) => eb.fn.sum<number>('banyak').as('total'),
    ])
    .where('waktu', '<', ends.at(-1) ?? '')
    .where(ownedInScope(scope, 'user_id', blok))
    .groupBy('month')
    .execute();
  const byMonth = new Map(changes.map((row) => [row.month, row.total]));
  let debtors = 0;
  return ends.map((_, index) => (debtors += byMonth.get(index) ?? 0));
}

async function sumConfirmed(db: Db, scope: Scope, { first, last, blok }: Query) {
  const rows = await db
    .selectFrom('payments')
    .select(['tahun', 'bulan', (eb) => eb.fn.countAll<number>().as('lunas')])
    .select((eb) => eb.fn.sum<number>('jumlah').as('terkumpul'))
    .where('status', '=', 'dikonfirmasi')
    .where('dihapus_pada', 'is', null)
    .where(sql<SqlBool>`(tahun, bulan) >= (${first.tahun}, ${first.bulan})`)
    .where(sql<SqlBool>`(tahun, bulan) <= (${last.tahun}, ${last.bulan})`)
    .where(ownedInScope(scope, 'user_id', blok))
    .groupBy(['tahun', 'bulan'])
    .execute();
  return new Map(rows.map((row) => [monthKey(row), row]));
}

/**
 * Payments for months in which the account did not owe dues: from before it owed, after it ceased to, or of an account
 * that never did. Each account owes now, or is counted in all months (1); each of its later changes is taken back for
 * the months before it.
 */
async function countOutside(db: Db, scope: Scope, { first, last, periods, timeZone, blok }: Query) {
  const end = (period: Period) => endOfMonth(period, timeZone);
  const ends = periods.map((period) => sql`WHEN ${sql.lit(monthIndex(period))} THEN ${sql.lit(end(period))}`);
  const { rows } = await sql<Period & { banyak: number }>`
    WITH outside (user_id, sampai, banyak) AS MATERIALIZED (
      SELECT user_id, waktu, banyak FROM debtor_changes
        WHERE waktu >= ${end(first)} AND ${ownedInScope(scope, 'user_id', blok)}
      UNION ALL
      SELECT id, '9999', 1 FROM users
        WHERE id NOT IN (SELECT user_id FROM debtor_changes GROUP BY user_id HAVING sum(banyak) > 0)
        AND ${ownedInScope(scope, 'id', blok)}
    )
    SELECT tahun, bulan, sum(banyak) AS banyak
    FROM outside CROSS JOIN payments
    WHERE payments.user_id = outside.user_id AND ${isLive}
      AND (tahun, bulan) >= (${first.tahun}, ${first.bulan}) AND (tahun, bulan) <= (${last.tahun}, ${last.bulan})
      AND sampai >= CASE tahun * 12 + bulan - 1 ${sql.join(ends, sql` `)} END
    GROUP BY tahun, bulan`.execute(db);
  return new Map(rows.map((row) => [monthKey(row), row.banyak]));
}
