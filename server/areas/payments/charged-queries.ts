/** Target and collected dues of months: over all accounts in scope what `contract/owed.ts` says of each, in SQL. */
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { monthIndex, monthKey, type Period, shiftMonth } from '../../../contract/format.ts';
import type { Scope } from '../../../contract/policy.ts';
import { type House, hasFreeRate, type RateTable, rateIn } from '../../../contract/rates.ts';
import { endOfMonth } from '../../clock.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
import { ownedInScope } from '../../database/scope.ts';
import { isSometimesFree } from '../rates/free-houses.ts';
import { readRates, withOwnRate } from '../rates/queries.ts';
import { isLive } from './is-live.ts';

export interface Months {
  last: Period;
  months: number;
  timeZone: string;
  blok?: string | undefined;
}

export interface ChargedDues extends Period {
  /** Rupiah: the rates of all who owe dues that are not waived, and what others paid or wait to have confirmed. */
  target: number;
  /** Rupiah confirmed. */
  terkumpul: number;
  /** Accounts charged: those who owe dues, and whoever has paid or waits for confirmation. */
  wajib: number;
  /** Of these, with a confirmed payment. */
  lunas: number;
}

interface Query {
  blok: string | undefined;
  first: Period;
  periods: readonly Period[];
  /** Instants at which they are over. */
  ends: readonly string[];
  /** Whether `tahun` and `bulan` of a row are one of them, and its end. */
  isAsked: RawBuilder<SqlBool>;
  endOfRow: RawBuilder<string>;
}

/** Oldest month first, ending with `last`. Months to come are charged to those who owe dues now. */
export async function monthlyDues(db: Db, scope: Scope, options: Months): Promise<ChargedDues[]> {
  const query = queryOf(options);
  const { periods } = query;
  const rates = await readRates(db);
  const debtors = await countDebtors(db, scope, query, rates);
  for (const { index, banyak, jumlah } of [
    ...(await countWaived(db, scope, query, rates)),
    ...(await countPaidFree(db, scope, query, rates)),
  ]) {
    const owing = debtors[index];
    if (owing) owing.banyak += banyak;
    if (owing) owing.jumlah += jumlah;
  }
  const collected = await sumConfirmed(db, scope, query);
  const outside = await countOutside(db, scope, query);
  return periods.map((period, index) => {
    const key = monthKey(period);
    const { lunas = 0, terkumpul = 0 } = collected.get(key) ?? {};
    const owing = debtors[index] ?? { banyak: 0, jumlah: 0 };
    const others = outside.get(key) ?? { banyak: 0, jumlah: 0 };
    const target = owing.jumlah + others.jumlah;
    return { ...period, target, terkumpul, wajib: owing.banyak + others.banyak, lunas };
  });
}

function queryOf({ last, months, timeZone, blok }: Months): Query {
  const first = shiftMonth(last, 1 - months);
  const periods = Array.from({ length: months }, (_, index) => shiftMonth(first, index));
  const ends = periods.map((period) => endOfMonth(period, timeZone));
  const whens = ends.map(
    (end, index) => sql`WHEN ${sql.lit(monthIndex(first) + index)} THEN ${sql.lit(end)}`,
  );
  return {
    blok,
    first,
    periods,
    ends,
    isAsked: sql`(tahun, bulan) >= (${first.tahun}, ${first.bulan})
      AND (tahun, bulan) <= (${last.tahun}, ${last.bulan})`,
    endOfRow: sql`CASE tahun * 12 + bulan - 1 ${sql.join(whens, sql` `)} END`,
  };
}

interface Count {
  banyak: number;
  jumlah: number;
}

/** What decides about the rate of several accounts; `user_id` only of one with a rate of its own. */
type HouseKind = Omit<House, 'user_id'> & { user_id: number | null };

/** Accounts that owed dues at the end of each month, and the sum of their rates. */
async function countDebtors(
  db: Db,
  scope: Scope,
  { periods, ends, blok }: Query,
  rates: RateTable,
): Promise<Count[]> {
  const months = ends.map((end, index) => sql`WHEN waktu < ${end} THEN ${sql.lit(index)}`);
  const changes = db
    .selectFrom('debtor_changes')
    .select([
      sql<number>`CASE ${sql.join(months, sql` `)} END`.as('month'),
      'banyak',
      'huruf_blok',
      'rumah',
      withOwnRate.as('user_id'),
    ])
    .where('waktu', '<', ends.at(-1) ?? '')
    .where(ownedInScope(scope, 'user_id', blok));
  const rows = await db
    .selectFrom(changes.as('changes'))
    .select(['month', 'huruf_blok', 'rumah', 'user_id', (eb) => eb.fn.sum<number>('banyak').as('total')])
    .groupBy(['month', 'huruf_blok', 'rumah', 'user_id'])
    .execute();
  const sums = periods.map(() => ({ banyak: 0, jumlah: 0 }));
  const kinds = Map.groupBy(rows, ({ huruf_blok, rumah, user_id }) => `${user_id} ${rumah} ${huruf_blok}`);
  for (const [kind, ...later] of kinds.values()) {
    if (!kind) continue;
    let owing = 0;
    const byMonth = new Map([kind, ...later].map(({ month, total }) => [month, total]));
    for (const [index, sum] of sums.entries()) {
      owing += byMonth.get(index) ?? 0;
      const rate = rateIn(rates, anyOf(kind), monthIndex(periods[index] ?? { tahun: 0, bulan: 1 }));
      if (rate > 0) sum.banyak += owing;
      sum.jumlah += owing * rate;
    }
  }
  return sums;
}

/** Of accounts without a rate of their own, the id does not matter. */
const anyOf = ({ user_id, ...kind }: HouseKind): House => ({ ...kind, user_id: user_id ?? 0 });

interface Change extends Count {
  /** Of the month in the query. */
  index: number;
}

/** Waived months of accounts that owed dues, as what they take away. */
async function countWaived(db: Db, scope: Scope, query: Query, rates: RateTable): Promise<Change[]> {
  const waived = db
    .selectFrom('pembebasan')
    .select(['user_id', 'tahun', 'bulan', sql<number>`0`.as('jumlah')])
    .where('akhir_id', 'is', null);
  const rows = await countByHouse(db, scope, query, waived);
  return rows.map(({ house, banyak, index, month }) => {
    const rate = rateIn(rates, house, month);
    return { index, banyak: rate > 0 ? -banyak : 0, jumlah: -banyak * rate };
  });
}

/** Payments for months that cost nothing. */
async function countPaidFree(db: Db, scope: Scope, query: Query, rates: RateTable): Promise<Change[]> {
  if (!hasFreeRate(rates)) return [];
  const paid = db.selectFrom('payments').select(['user_id', 'tahun', 'bulan', 'jumlah']).where(isLive);
  const rows = await countByHouse(db, scope, query, paid, isSometimesFree);
  return rows.flatMap(({ house, banyak, jumlah, index, month }) =>
    rateIn(rates, house, month) === 0 ? [{ index, banyak, jumlah }] : [],
  );
}

type MonthsOfAccounts = SelectQueryBuilder<
  Schema,
  'payments' | 'pembebasan',
  Period & { user_id: number; jumlah: number }
>;

/** How many of these months are of accounts that owed dues at their end, by what decides about the rate. */
async function countByHouse(
  db: Db,
  scope: Scope,
  { first, isAsked, endOfRow, blok }: Query,
  months: MonthsOfAccounts,
  houses: RawBuilder<SqlBool> = sql`true`,
) {
  const { rows } = await sql<Period & Count & HouseKind>`
    SELECT tahun, bulan, huruf_blok, rumah, sendiri AS user_id, sum(banyak) AS banyak, sum(banyak * jumlah) AS jumlah
    FROM (${months.where(isAsked).where(ownedInScope(scope, 'user_id', blok))}) AS months
    JOIN (SELECT user_id AS pemilik, waktu, banyak, huruf_blok, rumah, ${withOwnRate} AS sendiri
      FROM debtor_changes WHERE ${houses}) AS changes
    ON pemilik = months.user_id AND waktu < ${endOfRow}
    GROUP BY tahun, bulan, huruf_blok, rumah, sendiri`.execute(db);
  return rows.map(({ tahun, bulan, banyak, jumlah, ...kind }) => {
    const month = monthIndex({ tahun, bulan });
    return { house: anyOf(kind), month, index: month - monthIndex(first), banyak, jumlah };
  });
}

/** One month after the other: a GROUP BY over all of them takes more than twice as long. */
async function sumConfirmed(db: Db, scope: Scope, { periods, blok }: Query) {
  const sums = periods.map(
    ({ tahun, bulan }) => sql`
      SELECT ${sql.lit(tahun)} AS tahun, ${sql.lit(bulan)} AS bulan, count(*) AS lunas,
        coalesce(sum(jumlah), 0) AS terkumpul FROM payments
      WHERE tahun = ${sql.lit(tahun)} AND bulan = ${sql.lit(bulan)} AND status = 'dikonfirmasi'
        AND dihapus_pada IS NULL AND ${ownedInScope(scope, 'user_id', blok)}`,
  );
  const { rows } = await sql<
    Period & { lunas: number; terkumpul: number }
  >`${sql.join(sums, sql` UNION ALL `)}`.execute(db);
  return new Map(rows.map((row) => [monthKey(row), row]));
}

/**
 * Payments for months in which the account did not owe dues: from before it owed, after it ceased to, or of an account
 * that never did. Each account owes now, or is counted in all months (1); each of its later changes is taken back for
 * the months before it.
 */
async function countOutside(db: Db, scope: Scope, { ends, isAsked, endOfRow, blok }: Query) {
  const { rows } = await sql<Period & Count>`
    WITH outside (user_id, sampai, banyak) AS MATERIALIZED (
      SELECT user_id, waktu, banyak FROM debtor_changes
        WHERE waktu >= ${ends[0] ?? ''} AND ${ownedInScope(scope, 'user_id', blok)}
      UNION ALL
      SELECT id, '9999', 1 FROM users
        WHERE id NOT IN (SELECT user_id FROM debtor_changes GROUP BY user_id HAVING sum(banyak) > 0)
        AND ${ownedInScope(scope, 'id', blok)}
    )
    SELECT tahun, bulan, sum(banyak) AS banyak, sum(banyak * jumlah) AS jumlah
    FROM outside CROSS JOIN payments
    WHERE payments.user_id = outside.user_id AND ${isLive}
      AND ${isAsked} AND sampai >= ${endOfRow}
    GROUP BY tahun, bulan`.execute(db);
  return new Map(rows.map((row) => [monthKey(row), row]));
}
