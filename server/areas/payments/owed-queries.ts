/** What is owed, by the rule of `contract/owed.ts`; of many accounts at once by their settled months. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
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
  owedSpansOf,
  type PayerHistory,
  payerRates,
  waivedStates,
  yearOf,
} from '../../../contract/owed.ts';
import { monthsAhead } from '../../../contract/payment-months.ts';
import { type DuesChange, duesIn } from '../../../contract/settings.ts';
import { startOfMonth } from '../../clock.ts';
import type { Db } from '../../database/open.ts';
import { houseStatusOf, readRates } from '../rates/queries.ts';

/** Overdue months, the running year, and what each month costs. Inactive and deleted accounts have no arrears. */
export async function ownDues(db: Db, userId: number, now: Period, timeZone: string): Promise<OwnDues> {
  const history = await payerHistory(db, userId, timeZone);
  const months = chargedMonths(history, now);
  const overdue = (await isInUse(db, userId)) ? inState(months, 'tunggakan') : [];
  const tunggakan = overdue.map(({ tahun, bulan, jumlah }) => ({ tahun, bulan, jumlah }));
  const bulanan = yearOf(months, now.tahun, now);
  const dibebaskan = waivedStates.flatMap((state) => inState(months, state).map(monthKey));
  return { tunggakan, dibebaskan, tahun: now.tahun, bulanan, tarif: await ratesOf(db, history) };
}

async function isInUse(db: Db, userId: number): Promise<boolean> {
  const account = db.selectFrom('users').select('id').where('id', '=', userId);
  const inUse = account.where('status', '=', 'active').where('dihapus_pada', 'is', null);
  return (await inUse.executeTakeFirst()) !== undefined;
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

/** Months (`monthIndex`) that cost the same each, oldest first. */
export interface Unpaid {
  months: number[];
  jumlah: number;
}

/** The months up to `now` that are `tunggakan` or `berjalan` in `chargedMonths`; one list for each id, in the same order. */
export async function unpaidSpans(
  db: Db,
  ids: readonly number[],
  now: Period,
  timeZone: string,
): Promise<Unpaid[][]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('bulan_beres').selectAll().where(isAmong(ids)).execute();
  const settledOf = new Map(rows.map(({ user_id, bulan }) => [user_id, bulan]));
  const histories = await owingHistories(db, ids, timeZone);
  const spansOf = owedSpansOf(histories[0]?.rates ?? new Map(), monthIndex(now) + 1);
  return histories.map((history) => {
    const settled = settledOf.get(history.user_id) ?? '';
    return spansOf(history).map(({ from, to, jumlah }) => ({
      months: unsettled(settled, from, to),
      jumlah,
    }));
  });
}

export type UnpaidMonth = Period & { jumlah: number };

/** Each month of `unpaidSpans`. */
export async function unpaidMonths(...asked: Parameters<typeof unpaidSpans>): Promise<UnpaidMonth[][]> {
  const accounts = await unpaidSpans(...asked);
  return accounts.map((spans) =>
    spans.flatMap(({ months, jumlah }) => months.map((index) => ({ ...monthOfIndex(index), jumlah }))),
  );
}

const firstSettled = monthIndex({ tahun: 2000, bulan: 1 });

/** @param settled as `bulan_beres` has them */
function unsettled(settled: string, from: number, to: number): number[] {
  const months = settled.padEnd(to - firstSettled, '0');
  const found: number[] = [];
  for (let at = from - firstSettled; ; at += 1) {
    at = months.indexOf('0', at);
    if (at < 0 || at >= to - firstSettled) return found;
    found.push(at + firstSettled);
  }
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
    .where(isAmong(ids))
    .execute();
  const monthAt = monthFinder(timeZone);
  return Map.groupBy(
    rows.map((row) => Object.assign(row, { month: monthAt(row.waktu) }) satisfies OwingChange),
    ({ user_id }) => user_id,
  );
}

/** May also find others: a range of ids that lie close together takes half the time of a list. */
export function isAmong(ids: readonly number[], column = 'user_id'): RawBuilder<SqlBool> {
  if (ids.length === 0) return sql`1 = 0`;
  const [first, last] = [Math.min(...ids), Math.max(...ids)];
  return last - first < 2 * ids.length
    ? sql`${sql.ref(column)} BETWEEN ${first} AND ${last}`
    : sql`${sql.ref(column)} IN (${sql.join(ids)})`;
}

/** Months of many instants by comparing texts: a time zone library takes ten times as long. */
function monthFinder(timeZone: string): (waktu: string) => number {
  const months = new Map<string, { index: number; start: string; end: string }>();
  const inUtc = (key: string) => {
    const index = monthIndex(monthOf(key));
    const startOf = (month: number) => startOfMonth(monthOfIndex(month), timeZone);
    return { index, start: startOf(index), end: startOf(index + 1) };
  };
  return (waktu) => {
    const key = waktu.slice(0, 'YYYY-MM'.length);
    const month = months.get(key) ?? inUtc(key);
    months.set(key, month);
    if (waktu < month.start) return month.index - 1;
    return waktu < month.end ? month.index : month.index + 1;
  };
}
