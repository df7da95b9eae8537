import { amountOf } from '../../../contract/amount-of.ts';
import { categoryTitle } from '../../../contract/categories.ts';
import * as contract from '../../../contract/expenses.ts';
import { dateIn, monthName } from '../../../contract/format.ts';
import { can } from '../../../contract/policy.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { AssetRule } from '../../http/files/assets.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { findSpending } from '../book/queries.ts';
import { requestReversal } from '../book/request-reversal.ts';
import { addExpense } from './add-expense.ts';
import * as queries from './queries.ts';

export function routes(context: Context) {
  const { db, config } = context;
  const exportRow = ({ admin_nama, foto, ...expense }: contract.Expense) => ({
    ...expense,
    tanggal_dibuat: dateIn(config.timeZone, new Date(expense.tanggal_dibuat)),
    bulan: monthName(expense.bulan),
    kategori: categoryTitle(expense.kategori),
    admin: admin_nama,
    foto: foto ? `${config.publicUrl}/assets/uploads/${foto}` : null,
  });
  const sumsOf = async (filter: queries.ExpenseFilter) => {
    const kategori = await queries.sumByCategory(db, filter);
    return { total: amountOf(kategori), kategori };
  };
  return [
    route(contract.listExpenses, async ({ query }) =>
      queries.listExpenses(db, query, { isWaiting: query.status === 'menunggu' }),
    ),
    route(contract.listYearExpenses, async ({ params, query }) => {
      const filter = { tahun: params.year, kategori: query.kategori };
      return { ...(await queries.listExpenses(db, query, filter)), total: (await sumsOf(filter)).total };
    }),
    route(contract.sumYearExpenses, async ({ params }) => ({ data: await sumsOf({ tahun: params.year }) })),
    route(contract.exportExpenses, async ({ params, query }) => ({
      title: `Pengeluaran ${params.year}`,
      data: (await queries.listWholeYear(db, { tahun: params.year, kategori: query.kategori })).map(
        exportRow,
      ),
    })),
    route(contract.addExpense, ({ actor, body, files }) => addExpense(context, actor, body, files.foto)),
    route(contract.deleteExpense, async ({ actor, params }) => deleteExpense(context, actor, params.id)),
  ];
}

/** An expense of this month is reversed at once; one of an earlier month waits for a second person. */
async function deleteExpense({ write, config }: Context, actor: Author, id: number) {
  const { nomor } = await write(actor, async (tx) => {
    found(await queries.findExpense(tx.db, id));
    const entry = found(await findSpending(tx.db, id));
    return await requestReversal(tx, actor, entry, 'Pengeluaran dihapus', config.timeZone).catch(asGone);
  });
  return { message: nomor === null ? successes.proposed : successes.expenseDeleted };
}

/** Reversed by somebody else after this transaction has read the expense. */
function asGone(error: unknown): never {
  throw error instanceof Refusal && error.code === 'entry_reversed' ? new Refusal('not_found') : error;
}

/** Visible to every signed-in user; photos of deleted expenses only with access to the audit log. */
export const expensePhotoRule: AssetRule = async (db, actor, nama) => {
  const expense = await queries.findByPhoto(db, nama);
  return expense && (expense.dihapus_pada === null || can(actor, 'audit.read')) ? {} : null;
};
