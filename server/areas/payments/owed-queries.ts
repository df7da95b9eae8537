/** Overdue months of many payers at once: the spans of `contract/owed.ts`, with payments and waivers counted in SQL. */
import { sql } from 'kysely';
import type { OwnDues, PayerDues } from '../../../contract/arrears.ts';
import {
  monthIndex,
  monthKey,
  monthOf,
  monthOfIndex,
  type Period,
  shiftMonth,
} from '../../../contract/format.ts';
import {
  chargedMonths,
  inState,
  type OwingChange,
  type OwingHistory,
  owedSpans,
  type PayerHistory,
  payerRates,
  waivedStates,
  yearOf,
} from '../../../contract/owed.ts';
import { monthsAhead } from '../../../contract/payment-months.ts';
import type { RateTable } from '../../../contract/rates.ts';
import { type DuesChange, duesIn } from '../../../contract/settings.ts';
import { startOfMonth } from '../../clock.ts';
import type { Db } from '../../database/open.ts';
import { houseStatusOf, readRates } from '../rates/queries.ts';
import { isLive } from './is-live.ts';

export interface Overdue {
  /** Months before this one are overdue. */
  now: Period;
  timeZone: string;
  rates: RateTable;
}

interface OverdueMonths {
  user_id: number;
  bulan: number;
  jumlah: number;
}

/** Of these accounts, those with overdue months: their number, and rupiah. */
export async function countOverdue(
  db: Db,
  ids: readonly number[],
  { now, timeZone, rates }: Overdue,
): Promise<OverdueMonths[]> {
  const changes = await changesOf(db, ids, timeZone);
  const end = monthIndex(now);
  const spans = ids.flatMap((user_id) =>
    owedSpans({ user_id, rates, changes: changes.get(user_id) ?? [] }, end).map(
      ({ from, to, jumlah }) => `(${user_id}, ${from}, ${to}, ${jumlah})`,
    ),
  );
  if (spans.length === 0) return [];
  const { rows } = await sql<OverdueMonths>`
    WITH spans (user_id, dari, sampai, jumlah) AS (VALUES ${sql.raw(spans.join())}),
    counted AS MATERIALIZED (
      SELECT user_id, jumlah, sampai - dari - (
        SELECT count(*) FROM payments WHERE payments.user_id = spans.user_id AND ${isLive}
          AND tahun * 12 + bulan - 1 BETWEEN dari AND sampai - 1
      ) - (
        SELECT count(*) FROM pembebasan WHERE pembebasan.user_id = spans.user_id AND akhir_id IS NULL
          AND tahun * 12 + bulan - 1 BETWEEN dari AND sampai - 1
      ) AS terbuka FROM spans
    )
    SELECT user_id, sum(terbuka) AS bulan, sum(terbuka * jumlah) AS jumlah FROM counted
    GROUP BY user_id HAVING sum(terbuka) > 0`.execute(db);
  return rows;
}

/** Overdue months, the running year, and what each month costs. */
export async function ownDues(db: Db, userId: number, now: Period, timeZone: string): Promise<OwnDues> {
  const history = await payerHistory(db, userId, timeZone);
  const months = chargedMonths(history, now);
  const tunggakan = inState(months, 'tunggakan').map(({ tahun, bulan, jumlah }) => ({
    tahun,
    bulan,
    jumlah,
  }));
  const bulanan = yearOf(months, now.tahun, now);
  const dibebaskan = waivedStates.flatMap((state) => inState(months, state).map(monthKey));
  return { tunggakan, dibebaskan, tahun: now.tahun, bulanan, tarif: await ratesOf(db, history) };
}

/** The same for staff, with the months ahead that are open. */
export async function payerDues(
  db: Db,
  userId: number,
  now: Period,
  timeZone: string,
): Promise<Omit<PayerDues, 'halangan'>> {
  const [unpaid = []] = await unpaidMonths(db, [userId], shiftMonth(now, monthsAhead), timeZone);
  const terbuka = unpaid.filter((month) => monthIndex(month) >= monthIndex(now));
  return { ...(await ownDues(db, userId, now, timeZone)), terbuka };
}

/** What each of these months costs an account. */
export async function amountsOf(
  db: Db,
  userId: number,
  periods: readonly Period[],
  timeZone: string,
): Promise<number[]> {
  const [history] = await owingHistories(db, [userId], timeZone);
  const tarif = history ? await ratesOf(db, history) : [];
  return periods.map((period) => duesIn(tarif, period));
}

/** What a month costs each of these accounts. */
export async function amountsIn(db: Db, ids: readonly number[], period: Period, timeZone: string) {
  const amounts = new Map<number, number>();
  for (const history of await owingHistories(db, ids, timeZone))
    amounts.set(history.user_id, duesIn(await ratesOf(db, history), period));
  return amounts;
}

async function ratesOf(db: Db, history: OwingHistory): Promise<DuesChange[]> {
  if (history.changes.length > 0) return payerRates(history, { huruf_blok: null, rumah: 'dihuni' });
  const user = await db
    .selectFrom('users')
    .select(['huruf_blok', houseStatusOf.as('rumah')])
    .where('id', '=', history.user_id)
    .executeTakeFirst();
  return payerRates(history, user ?? { huruf_blok: null, rumah: 'dihuni' });
}

export type UnpaidMonth = Period & { jumlah: number };

/**
 * The months up to `now` that are `tunggakan` or `berjalan` in `chargedMonths`, oldest first; one list for each id, in
 * the same order. Settled months are read as one row per account: ten years of a block are 37,500 payments.
 */
export async function unpaidMonths(
  db: Db,
  ids: readonly number[],
  now: Period,
  timeZone: string,
): Promise<UnpaidMonth[][]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ user_id: number; bulan: string }>`
    SELECT user_id, string_agg(CAST(tahun * 12 + bulan - 1 AS text), ',') AS bulan FROM payments
      WHERE user_id IN (${sql.join(ids)}) AND ${isLive} GROUP BY user_id
    UNION ALL
    SELECT user_id, string_agg(CAST(tahun * 12 + bulan - 1 AS text), ',') FROM pembebasan
      WHERE user_id IN (${sql.join(ids)}) AND akhir_id IS NULL GROUP BY user_id`.execute(db);
  const rowsOf = Map.groupBy(rows, ({ user_id }) => user_id);
  const histories = await owingHistories(db, ids, timeZone);
  return histories.map((history) => {
    const settled = new Set(
      rowsOf.get(history.user_id)?.flatMap(({ bulan }) => bulan.split(',').map(Number)),
    );
    const unpaid: UnpaidMonth[] = [];
    for (const { from, to, jumlah } of owedSpans(history, monthIndex(now) + 1))
      for (let index = from; index < to; index += 1)
        if (!settled.has(index)) unpaid.push({ ...monthOfIndex(index), jumlah });
    return unpaid;
  });
}

/** What `chargedMonths` needs to know about an account. */
export async function payerHistory(db: Db, userId: number, timeZone: string): Promise<PayerHistory> {
  const [history] = await payerHistories(db, [userId], timeZone);
  return history ?? { user_id: userId, rates: new Map(), changes: [], payments: [], waivers: [] };
}

/** One for each id, in the same order. */
export async function payerHistories(
  db: Db,
  ids: readonly number[],
  timeZone: string,
): Promise<PayerHistory[]> {
  if (ids.length === 0) return [];
  const payments = await db
    .selectFrom('payments')
    .select(['user_id', 'tahun', 'bulan', 'status', 'jumlah'])
    .where('user_id', 'in', ids)
    .where('dihapus_pada', 'is', null)
    .execute();
  const waivers = await db
    .selectFrom('pembebasan')
    .select(['user_id', 'tahun', 'bulan', 'jenis', 'jumlah'])
    .where('user_id', 'in', ids)
    .where('akhir_id', 'is', null)
    .execute();
  const paymentsOf = Map.groupBy(payments, ({ user_id }) => user_id);
  const waiversOf = Map.groupBy(waivers, ({ user_id }) => user_id);
  const histories = await owingHistories(db, ids, timeZone);
  return histories.map((history) => ({
    ...history,
    payments: paymentsOf.get(history.user_id) ?? [],
    waivers: waiversOf.get(history.user_id) ?? [],
  }));
}

async function owingHistories(db: Db, ids: readonly number[], timeZone: string): Promise<OwingHistory[]> {
  if (ids.length === 0) return [];
  const rates = await readRates(db);
  const changes = await changesOf(db, ids, timeZone);
  return ids.map((user_id) => ({ user_id, rates, changes: changes.get(user_id) ?? [] }));
}

async function changesOf(db: Db, ids: readonly number[], timeZone: string) {
  const rows = await db
    .selectFrom('debtor_changes')
    .select(['user_id', 'waktu', 'banyak', 'huruf_blok', 'rumah'])
    .where('user_id', 'in', ids)
    .execute();
  const monthAt = monthFinder(timeZone);
  const changes = rows.map(({ user_id, waktu, ...change }) => ({
    user_id,
    change: { ...monthOfIndex(monthAt(waktu)), ...change } satisfies OwingChange,
  }));
  return new Map(
    [...Map.groupBy(changes, ({ user_id }) => user_id)].map(([user_id, own]) => [
      user_id,
      own.map(({ change }) => change),
    ]),
  );
}

/** Months of many instants by comparing texts: a time zone library takes ten times as long. */
function monthFinder(timeZone: string): (waktu: string) => number {
  const starts = new Map<number, string>();
  const startOf = (month: number) => {
    const start = starts.get(month) ?? startOfMonth(monthOfIndex(month), timeZone);
    starts.set(month, start);
    return start;
  };
  return (waktu) => {
    const inUtc = monthIndex(monthOf(waktu.slice(0, 'YYYY-MM'.length)));
    if (waktu < startOf(inUtc)) return inUtc - 1;
    return waktu < startOf(inUtc + 1) ? inUtc : inUtc + 1;
  };
}
