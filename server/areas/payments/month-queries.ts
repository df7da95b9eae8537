import { type SqlBool, sql } from 'kysely';
import type { Period } from '../../../contract/format.ts';
import type { MonthCounts } from '../../../contract/month-counts.ts';
import {
  type MonthStatus,
  Payment,
  type PaymentStatus,
  unpaid,
  waiting,
} from '../../../contract/payments.ts';
import type { Scope } from '../../../contract/policy.ts';
import { columnsOf } from '../../database/columns-of.ts';
import type { Db } from '../../database/open.ts';
import { allPages, type Order, type PageRequest, readPage } from '../../database/page.ts';
import { inBlock, ownedInScope } from '../../database/scope.ts';
import { matchesWords, payersIn } from '../../database/search.ts';
import type { Barred } from './barred-payers.ts';
import { payerColumns, type StaffFilter, verifier } from './queries.ts';
import { withRelated } from './reference-queries.ts';

const paymentKey = sql<number>`coalesce(payments.id, 0)`;

const byHouse: Order<{ urutan_blok: string; nama: string; user_id: number; id: number | null }> = {
  name: 'payments-month',
  columns: ['users.urutan_blok', 'users.nama', 'users.id', paymentKey],
  kinds: ['text', 'text', 'id', 'id'],
  descending: false,
  keyOf: (row) => [row.urutan_blok, row.nama, row.user_id, row.id ?? 0],
};

export interface MonthOptions {
  period: Period;
  ended: string;
  /** Accounts whose month costs nothing (`listFree`). */
  free: readonly number[];
  filter: StaffFilter;
}

/** Active accounts that owed dues for the month, by the same history as the reports, and without a waiver. */
const owesFor = ({ period: { tahun, bulan }, ended, free }: MonthOptions) =>
  sql<SqlBool>`(users.status = 'active' AND users.dihapus_pada IS NULL
    AND (SELECT sum(banyak) FROM debtor_changes WHERE user_id = users.id AND waktu < ${ended}) > 0
    AND users.id NOT IN (SELECT user_id FROM pembebasan
      WHERE tahun = ${tahun} AND bulan = ${bulan} AND akhir_id IS NULL)
    AND ${free.length === 0 ? sql`1 = 1` : sql`users.id NOT IN (${sql.raw(free.join())})`})`;

const payersOf = (db: Db, { tahun, bulan }: Period) =>
  db
    .selectFrom('payments')
    .where('tahun', '=', tahun)
    .where('bulan', '=', bulan)
    .where('dihapus_pada', 'is', null)
    .select('user_id');

/** Payments of the month, and active accounts without one that owe dues for it. */
function ofMonth(db: Db, scope: Scope, options: MonthOptions) {
  const { period, filter } = options;
  const { blok, q, status: wanted } = filter;
  const paid = wanted === unpaid ? undefined : wanted;
  return (
    db
      .selectFrom('users')
      .leftJoin('payments', (join) =>
        join
          .onRef('payments.user_id', '=', 'users.id')
          .on('payments.tahun', '=', period.tahun)
          .on('payments.bulan', '=', period.bulan)
          .on('payments.dihapus_pada', 'is', null)
          .on((eb) => (paid === undefined ? eb.lit(true) : eb('payments.status', '=', paid))),
      )
      .where(inBlock(scope, blok))
      .where(matchesWords(db, payersIn(scope), q))
      .where((eb) => eb.or([eb('payments.id', 'is not', null), owesFor(options)]))
      .$if(paid !== undefined, (query) => query.where('payments.id', 'is not', null))
      // Few wait, are rejected or have not paid: as sets, which are read once. Looking at each user's payment until a
      // page of them is found takes ten times as long.
      .$if(paid !== undefined && paid !== 'dikonfirmasi', (query) =>
        query.where('users.id', 'in', payersOf(db, period).where('status', '=', paid ?? waiting)),
      )
      .$if(wanted === unpaid, (query) => query.where('users.id', 'not in', payersOf(db, period)))
  );
}

const monthStatus = sql<MonthStatus>`coalesce(payments.status, ${sql.lit(unpaid)})`;

/** Users without a payment have status `belum_bayar`, `id` null and amount 0. */
function monthRows(db: Db, scope: Scope, options: MonthOptions) {
  const { tahun, bulan } = options.period;
  return ofMonth(db, scope, options).select([
    ...columnsOf('payments', Payment, ['user_id', 'tahun', 'bulan', 'jumlah', 'status']),
    'users.id as user_id',
    ...payerColumns,
    verifier,
    'users.urutan_blok',
    sql<number>`coalesce(payments.jumlah, 0)`.as('jumlah'),
    sql<number>`CAST(${tahun} AS INTEGER)`.as('tahun'),
    sql<number>`CAST(${bulan} AS INTEGER)`.as('bulan'),
    monthStatus.as('status'),
  ]);
}

export async function listMonth(db: Db, scope: Scope, options: MonthOptions, request: PageRequest) {
  const page = await readPage(monthRows(db, scope, options), byHouse, request);
  return { ...page, data: await withRelated(db, scope, page.data) };
}

/**
 * For exports. Without a status filter one row per resident with the newest payment (older ones were all rejected); with
 * a status filter all payments in that status, like the list on the screen.
 */
export async function listMonthStates(db: Db, scope: Scope, options: MonthOptions) {
  const rows = await allPages((request) => listMonth(db, scope, options, request));
  return options.filter.status === undefined
    ? [...new Map(rows.map((row) => [row.user_id, row])).values()]
    : rows;
}

/** @param barred payers whose payments do not count in `untuk_diperiksa` */
export async function countMonth(
  db: Db,
  scope: Scope,
  options: MonthOptions,
  barred: Barred,
): Promise<MonthCounts> {
  const { period, filter } = options;
  const rows = await payersOf(db, period)
    .clearSelect()
    .where(ownedInScope(scope, 'payments.user_id', filter.blok))
    .select([
      'status',
      (eb) => eb.fn.countAll<number>().as('banyak'),
      sql<number>`coalesce(sum(jumlah), 0)`.as('jumlah'),
      sql<number>`count(CASE WHEN user_id NOT IN (${sql.join([...barred.keys()])}) THEN 1 END)`.as('boleh'),
    ])
    .groupBy('status')
    .execute();
  const { total } = await db
    .selectFrom('users')
    .where(inBlock(scope, filter.blok))
    .where(owesFor(options))
    .where('id', 'not in', payersOf(db, period))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const of = (status: PaymentStatus) => rows.find((row) => row.status === status);
  return {
    belum_bayar: total,
    menunggu_konfirmasi: of('menunggu_konfirmasi')?.banyak ?? 0,
    dikonfirmasi: of('dikonfirmasi')?.banyak ?? 0,
    ditolak: of('ditolak')?.banyak ?? 0,
    terkumpul: of('dikonfirmasi')?.jumlah ?? 0,
    untuk_diperiksa: of(waiting)?.boleh ?? 0,
  };
}
