import * as contract from '../../../contract/expenses.ts';
import { dateIn, monthIn, monthName } from '../../../contract/format.ts';
import { successes } from '../../../contract/messages.ts';
import { can } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { markDeleted } from '../../database/mark-deleted.ts';
import type { Tx } from '../../database/write.ts';
import type { AssetRule } from '../../http/files/assets.ts';
import type { Upload } from '../../http/files/upload.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import * as queries from './queries.ts';

export function expenseRoutes(context: Context) {
  const { db, config } = context;
  const exportRow = ({ admin_nama, foto, ...expense }: contract.Expense) => ({
    ...expense,
    tanggal_dibuat: dateIn(config.timeZone, new Date(expense.tanggal_dibuat)),
    bulan: monthName(expense.bulan),
    admin: admin_nama,
    foto: foto ? `${config.publicUrl}/assets/uploads/${foto}` : null,
  });
  return [
    route(contract.listExpenses, async ({ query }) => queries.listExpenses(db, query)),
    route(contract.listYearExpenses, async ({ params, query }) => ({
      ...(await queries.listExpenses(db, query, params.year)),
      total: await queries.sumOfYear(db, params.year),
    })),
    route(contract.sumYearExpenses, async ({ params }) => ({
      data: { total: await queries.sumOfYear(db, params.year) },
    })),
    route(contract.exportExpenses, async ({ params }) => ({
      title: `Pengeluaran ${params.year}`,
      data: (await queries.listWholeYear(db, params.year)).map(exportRow),
    })),
    route(contract.addExpense, ({ actor, body, files }) => addExpense(context, actor, body, files.foto)),
    route(contract.deleteExpense, async ({ actor, params }) => deleteExpense(context, actor, params.id)),
  ];
}

type Body = Omit<queries.NewExpense, 'foto' | 'admin_id'>;

async function addExpense(
  { clock, config, files, write }: Context,
  actor: Author,
  body: Body,
  proof: Upload,
) {
  const thisYear = monthIn(config.timeZone, clock()).tahun;
  const years = contract.expenseYears(thisYear);
  if (!years.includes(body.tahun))
    throw outside({ tahun: `Tahun harus antara ${years[0]} dan ${years.at(-1)}` });
  if (!contract.isSpendingDate(body.tanggal_digunakan, dateIn(config.timeZone, clock())))
    throw outside({ tanggal_digunakan: 'Tanggal digunakan harus antara 1 Januari 2000 dan hari ini' });
  const stored = await files.storeImage(proof, 'expense');
  return await write(
    actor,
    async (tx) => {
      const id = await queries.insertExpense(tx, { ...body, foto: stored.nama, admin_id: actor.id });
      const expense = found(await queries.findExpense(tx.db, id));
      await tx.audit({ aksi: 'expense.added', entitas: 'expenses', entitas_id: id, sesudah: expense });
      expenseTopics(tx);
      return expense;
    },
    [stored],
  );
}

const outside = (errors: Record<string, string>) =>
  new Refusal('invalid_fields', { errors, message: Object.values(errors).join(' ') });

/** Soft delete: rows and proofs of money are never destroyed. */
async function deleteExpense({ write }: Context, actor: Author, id: number) {
  await write(actor, async (tx) => {
    const before = found(await queries.findExpense(tx.db, id));
    if (!(await markDeleted(tx, 'expenses', id, actor.id))) throw new Refusal('not_found');
    await tx.audit({ aksi: 'expense.deleted', entitas: 'expenses', entitas_id: id, sebelum: before });
    expenseTopics(tx);
  });
  return { message: successes.expenseDeleted };
}

function expenseTopics(tx: Tx): void {
  tx.changed('expenses');
  tx.changed('cash-book');
  tx.changed('dashboard');
}

/** Visible to every signed-in user; photos of deleted expenses only with access to the audit log. */
export const expensePhotoRule: AssetRule = async (db, actor, nama) => {
  const expense = await queries.findByPhoto(db, nama);
  return expense && (expense.dihapus_pada === null || can(actor, 'audit.read')) ? {} : null;
};
