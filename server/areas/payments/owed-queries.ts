/** Overdue months of many payers at once: `contract/owed.ts` in SQL. */
import { type RawBuilder, sql } from 'kysely';
import type { OwnDues } from '../../../contract/arrears.ts';
import { monthIn, monthIndex, monthOf, monthOfIndex, type Period } from '../../../contract/format.ts';
import {
  type ArrearsAge,
  arrearsAgeKeys,
  arrearsAges,
  chargedMonths,
  inState,
  type PayerHistory,
  yearOf,
} from '../../../contract/owed.ts';
import type { Scope } from '../../../contract/policy.ts';
import { type DuesChange, duesIn } from '../../../contract/settings.ts';
import { startOfMonth } from '../../clock.ts';
import type { Db } from '../../database/open.ts';
import { inBlock } from '../../database/scope.ts';
import { listDues } from '../settings/queries.ts';
import { isLive } from './queries.ts';

export interface Overdue {
  /** Months before this one are overdue. */
  now: Period;
  timeZone: string;
  blok?: string | undefined;
  /** Only these accounts. */
  among?: readonly number[] | undefined;
}

/**
 * Active accounts: `user_id`, number of overdue months, rupiah. Sums are linear in the changes of an account: each counts
 * the months from it on, less those with a payment, separately for each amount of the dues.
 */
export async function overdue(db: Db, scope: Scope, { now, timeZone, blok, among }: Overdue) {
  const rates = ratesBefore(monthIndex(now), await listDues(db));
  const month = monthOfInstant(sql.ref('waktu'), starts(await firstChange(db), now, timeZone));
  return sql<{ user_id: number; bulan: number; jumlah: number }>`(
    WITH rates (dari, sampai, iuran) AS (VALUES ${sql.join(rates)}),
    changes AS (
      SELECT user_id, banyak, ${month} AS sejak
      FROM debtor_changes JOIN users ON users.id = user_id
      WHERE waktu < ${startOfMonth(now, timeZone)} AND users.status = 'active'
        AND users.dihapus_pada IS NULL AND ${inBlock(scope, blok)} AND ${isAmong(among)}
    ),
    spans AS (
      SELECT user_id, banyak, iuran, sampai, CASE WHEN sejak > dari THEN sejak ELSE dari END AS awal
      FROM changes JOIN rates ON sejak < sampai
    ),
    counted AS MATERIALIZED (
      SELECT user_id, iuran, banyak * (sampai - awal - (
        SELECT count(*) FROM payments WHERE payments.user_id = spans.user_id AND ${isLive}
          AND (tahun, bulan) >= (awal / 12, awal % 12 + 1)
          AND (tahun, bulan) < (sampai / 12, sampai % 12 + 1)
      )) AS terbuka FROM spans
    )
    SELECT user_id, sum(terbuka) AS bulan, sum(terbuka * iuran) AS jumlah FROM counted GROUP BY user_id
  )`;
}

const isAmong = (ids: readonly number[] | undefined) =>
  ids === undefined ? sql`1 = 1` : sql`users.id IN (${sql.join(ids)})`;

export interface ArrearsCount {
  umur: ArrearsAge;
  /** Accounts. */
  banyak: number;
  /** Rupiah. */
  jumlah: number;
}

/** Payers with overdue months by their number, each age once; as known now, for the months before `now`. */
export async function countArrears(db: Db, scope: Scope, options: Overdue): Promise<ArrearsCount[]> {
  const { rows } = await sql<ArrearsCount>`SELECT ${ageOf(sql.ref('bulan'))} AS umur, count(*) AS banyak,
      sum(jumlah) AS jumlah
    FROM ${await overdue(db, scope, options)} AS tunggakan WHERE bulan > 0 GROUP BY umur`.execute(db);
  return arrearsAgeKeys.map((umur) => ({
    umur,
    banyak: rows.find((row) => row.umur === umur)?.banyak ?? 0,
    jumlah: rows.find((row) => row.umur === umur)?.jumlah ?? 0,
  }));
}

function ageOf(months: RawBuilder<unknown>): RawBuilder<ArrearsAge> {
  const branches = arrearsAgeKeys
    .toReversed()
    .map((umur) => sql`WHEN ${months} >= ${sql.lit(arrearsAges[umur].from)} THEN ${sql.lit(umur)}`);
  return sql<ArrearsAge>`CASE ${sql.join(branches, sql` `)} END`;
}

export async function ownDues(db: Db, userId: number, now: Period, timeZone: string): Promise<OwnDues> {
  const months = chargedMonths(await payerHistory(db, userId, timeZone), now);
  const tunggakan = inState(months, 'tunggakan').map(({ status: _, ...month }) => month);
  return { tunggakan, tahun: now.tahun, bulanan: yearOf(months, now.tahun, now) };
}

/** What `chargedMonths` needs to know about an account. */
export async function payerHistory(db: Db, userId: number, timeZone: string): Promise<PayerHistory> {
  const [history] = await payerHistories(db, [userId], timeZone);
  return history ?? { dues: [], changes: [], payments: [] };
}

/** One for each id, in the same order. */
export async function payerHistories(
  db: Db,
  ids: readonly number[],
  timeZone: string,
): Promise<PayerHistory[]> {
  if (ids.length === 0) return [];
  const dues = await listDues(db);
  const changes = await db
    .selectFrom('debtor_changes')
    .select(['user_id', 'waktu', 'banyak'])
    .where('user_id', 'in', ids)
    .execute();
  const payments = await db
    .selectFrom('payments')
    .select(['user_id', 'tahun', 'bulan', 'status', 'jumlah'])
    .where('user_id', 'in', ids)
    .where('dihapus_pada', 'is', null)
    .execute();
  const [changesOf, paymentsOf] = [Map.groupBy(changes, ofUser), Map.groupBy(payments, ofUser)];
  return ids.map((id) => ({
    dues,
    changes: (changesOf.get(id) ?? []).map(({ waktu, banyak }) => ({
      ...monthIn(timeZone, new Date(waktu)),
      banyak,
    })),
    payments: paymentsOf.get(id) ?? [],
  }));
}

const ofUser = ({ user_id }: { user_id: number }) => user_id;

async function firstChange(db: Db): Promise<string | null> {
  const { waktu } = await db
    .selectFrom('debtor_changes')
    .select((eb) => eb.fn.min('waktu').as('waktu'))
    .executeTakeFirstOrThrow();
  return waktu;
}

interface MonthStart {
  index: number;
  start: string;
}

function starts(earliest: string | null, now: Period, timeZone: string): MonthStart[] {
  const end = monthIndex(now);
  const first = earliest === null ? end : monthIndex(monthIn(timeZone, new Date(earliest)));
  return Array.from({ length: Math.max(1, end - first) }, (_, offset) => ({
    index: first + offset,
    start: startOfMonth(monthOfIndex(first + offset), timeZone),
  }));
}

/** Month of an instant in the estate's time zone, by binary search: ten years take seven comparisons. */
function monthOfInstant(instant: RawBuilder<unknown>, months: readonly MonthStart[]): RawBuilder<number> {
  const half = Math.floor(months.length / 2);
  const [middle, only] = [months[half], months[0]];
  if (half === 0 || !middle) return sql<number>`${sql.lit(only?.index ?? 0)}`;
  const [before, from] = [months.slice(0, half), months.slice(half)];
  return sql<number>`CASE WHEN ${instant} < ${sql.lit(middle.start)} THEN ${monthOfInstant(instant, before)}
    ELSE ${monthOfInstant(instant, from)} END`;
}

/** The amounts of the dues before a month, each as a row: first month, end, amount. */
function ratesBefore(end: number, dues: readonly DuesChange[]): RawBuilder<unknown>[] {
  const since = dues.map(({ sejak, jumlah }) => ({ from: monthIndex(monthOf(sejak)), jumlah }));
  const all = [...since, { from: 0, jumlah: duesIn([], monthOfIndex(0)) }].filter(({ from }) => from < end);
  return all.map(
    ({ from, jumlah }, at) =>
      sql`(${sql.lit(from)}, ${sql.lit(all[at - 1]?.from ?? end)}, ${sql.lit(jumlah)})`,
  );
}
