import { type Selectable, type SqlBool, sql } from 'kysely';
import { Expense } from '../../../contract/expenses.ts';
import { columnsOf } from '../../database/columns-of.ts';
import { insertRow } from '../../database/insert-row.ts';
import type { Db } from '../../database/open.ts';
import { inOrder, newestFirst, type PageRequest, readPage } from '../../database/page.ts';
import type { Schema } from '../../database/schema.ts';
import type { Tx } from '../../database/write.ts';
import { waitsForReversal } from '../book/queries.ts';

const order = newestFirst<{ id: number }>('expenses');

export interface ExpenseFilter {
  tahun?: number;
  kategori?: string | undefined;
}

const dibatalkan = sql<string | null>`(SELECT reversal.tanggal FROM kas_entri AS entry
  JOIN kas_entri AS reversal ON reversal.membatalkan = entry.nomor
  WHERE entry.expense_id = expenses.id AND entry.jenis = 'pengeluaran')`;
const yearReversed = sql<number | null>`CAST(substr(${dibatalkan}, 1, 4) AS INTEGER)`;

/** Whether it counts in the sums of a year, all years if undefined; see `amountIn`. */
const countsIn = (tahun: number | undefined) =>
  tahun === undefined
    ? sql<SqlBool>`expenses.dihapus_pada IS NULL`
    : sql<SqlBool>`CASE WHEN expenses.dihapus_pada IS NULL THEN expenses.tahun = ${tahun}
        WHEN expenses.tahun = ${tahun} THEN ${yearReversed} > ${tahun}
        ELSE expenses.tahun < ${tahun} AND ${yearReversed} = ${tahun} END`;

/**
 * What was reversed in a later year was spent in its own, which may be closed, and came back in the later one: there it
 * is negative. A reversal in the same year leaves nothing.
 */
const amountIn = (tahun: number | undefined) =>
  sql<number>`CASE WHEN expenses.tahun < ${tahun ?? 0} THEN -expenses.jumlah ELSE expenses.jumlah END`;

/** @param menunggu 1: those that wait for a second person instead of those that are booked */
function expenses(db: Db, { tahun, kategori }: ExpenseFilter = {}, menunggu: 0 | 1 = 0) {
  const nomor = sql`(SELECT entry.nomor FROM kas_entri AS entry
    WHERE entry.expense_id = expenses.id AND entry.jenis = 'pengeluaran')`;
  return db
    .selectFrom('expenses')
    .innerJoin('users', 'users.id', 'expenses.admin_id')
    .select([
      ...columnsOf('expenses', Expense, [
        'admin_nama',
        'nomor',
        'pembatalan_menunggu',
        'jumlah',
        'foto',
        'dibatalkan',
      ]),
      amountIn(tahun).as('jumlah'),
      sql<string | null>`CASE WHEN expenses.dihapus_pada IS NULL THEN expenses.foto END`.as('foto'),
      dibatalkan.as('dibatalkan'),
      'users.nama as admin_nama',
      sql<number | null>`${nomor}`.as('nomor'),
      waitsForReversal(nomor),
    ])
    .where(countsIn(tahun))
    .where('expenses.menunggu', '=', menunggu)
    .$if(kategori !== undefined, (query) => query.where('expenses.kategori', '=', kategori ?? ''));
}

type Row = Awaited<ReturnType<ReturnType<typeof expenses>['execute']>>[number];

const expenseOf = ({ menunggu, pembatalan_menunggu, ...row }: Row): Expense => ({
  ...row,
  menunggu: menunggu === 1,
  pembatalan_menunggu: pembatalan_menunggu === 1,
});

export async function listExpenses(
  db: Db,
  request: PageRequest,
  { isWaiting = false, ...filter }: ExpenseFilter & { isWaiting?: boolean } = {},
) {
  const page = await readPage(expenses(db, filter, isWaiting ? 1 : 0), order, request);
  return { ...page, data: page.data.map(expenseOf) };
}

export async function listWholeYear(db: Db, filter: ExpenseFilter): Promise<Expense[]> {
  return (await inOrder(expenses(db, filter), order).execute()).map(expenseOf);
}

/** Largest first. */
export function sumByCategory(db: Db, { tahun, kategori }: ExpenseFilter) {
  return db
    .selectFrom('expenses')
    .select((eb) => ['kategori', eb.fn.sum<number>(amountIn(tahun)).as('jumlah')])
    .where(countsIn(tahun))
    .where('menunggu', '=', 0)
    .$if(kategori !== undefined, (query) => query.where('kategori', '=', kategori ?? ''))
    .groupBy('kategori')
    .orderBy('jumlah', 'desc')
    .orderBy('kategori')
    .execute();
}

export async function findExpense(db: Db, id: number, menunggu: 0 | 1 = 0): Promise<Expense | undefined> {
  const row = await expenses(db, {}, menunggu).where('expenses.id', '=', id).executeTakeFirst();
  return row && expenseOf(row);
}

export const findWaiting = (db: Db, id: number) => findExpense(db, id, 1);

export type NewExpense = Omit<
  Selectable<Schema['expenses']>,
  'id' | 'menunggu' | 'tanggal_dibuat' | 'dihapus_pada' | 'dihapus_oleh'
>;

/** Waits until `settle`. */
export const insertExpense = (tx: Tx, expense: NewExpense) =>
  insertRow(tx, 'expenses', { ...expense, menunggu: 1, tanggal_dibuat: tx.now });

/** False if it does not wait any more. */
export async function settle(tx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('expenses')
    .set({ menunggu: 0 })
    .where('id', '=', id)
    .where('menunggu', '=', 1)
    .where('dihapus_pada', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The stored file goes with the next sweep. */
export async function dropPhoto(tx: Tx, id: number, foto: string): Promise<void> {
  await tx.db.updateTable('expenses').set({ foto: null }).where('id', '=', id).execute();
  await tx.db.deleteFrom('files').where('nama', '=', foto).execute();
}

export function findByPhoto(db: Db, foto: string) {
  return db.selectFrom('expenses').select('dihapus_pada').where('foto', '=', foto).executeTakeFirst();
}
