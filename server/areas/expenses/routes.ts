import * as contract from '../../../contract/expenses.ts';
import { dateIn, monthIn, monthName } from '../../../contract/format.ts';
import { successes } from '../../../contract/messages.ts';
import { can } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { AssetRule } from '../../http/files/assets.ts';
import type { Upload } from '../../http/files/upload.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { book } from '../book/book-entry.ts';
import { findSpending } from '../book/queries.ts';
import { requestReversal } from '../book/request-reversal.ts';
import { expenseTopics } from './changes.ts';
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
      await book(tx, {
        tanggal: body.tanggal_digunakan,
        jumlah: -body.jumlah,
        jenis: 'pengeluaran',
        kategori: 'lain-lain',
        keterangan: body.judul,
        expense_id: id,
        by: actor.id,
      });
      await tx.audit({ aksi: 'expense.added', entitas: 'expenses', entitas_id: id, sesudah: expense });
      expenseTopics(tx);
      return expense;
    },
    [stored],
  );
}

const outside = (errors: Record<string, string>) =>
  new Refusal('invalid_fields', { errors, message: Object.values(errors).join(' ') });

/** An expense of this month is reversed at once; one of an earlier month waits for a second person. */
async function deleteExpense({ write, config }: Context, actor: Author, id: number) {
  const { nomor } = await write(actor, async (tx) => {
    found(await queries.findExpense(tx.db, id));
    const entry = found(await findSpending(tx.db, id));
    return await requestReversal(tx, actor, entry, 'Pengeluaran dihapus', config.timeZone);
  });
  return { message: nomor === null ? successes.proposed : successes.expenseDeleted };
}

/** Visible to every signed-in user; photos of deleted expenses only with access to the audit log. */
export const expensePhotoRule: AssetRule = async (db, actor, nama) => {
  const expense = await queries.findByPhoto(db, nama);
  return expense && (expense.dihapus_pada === null || can(actor, 'audit.read')) ? {} : null;
};
