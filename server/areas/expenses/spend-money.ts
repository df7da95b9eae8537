import { categoryTitle } from '../../../contract/categories.ts';
import { formatDate, formatMonth, formatRupiah } from '../../../contract/format.ts';
import { markDeleted } from '../../database/mark-deleted.ts';
import { found, Refusal } from '../../http/refusal.ts';
import type { Approvable } from '../approvals/rules.ts';
import { book, refuseImpossibleDay } from '../book/book-entry.ts';
import { choosePlace, describePlace, refuseOverdraft, type WantedPlace } from '../places/rules.ts';
import { reopenLine } from '../statements/release-line.ts';
import { expenseTopics, recorded } from './changes.ts';
import * as queries from './queries.ts';

interface Spending extends WantedPlace {
  expense_id: number;
}

/** An expense that has been entered takes effect; above the limit only once a second person approves it. */
export const spending: Approvable<Spending> = {
  jenis: 'pengeluaran',
  about: ({ expense_id }) => String(expense_id),
  describe: async (db, { expense_id, ...wanted }) => {
    const expense = found(await queries.findWaiting(db, expense_id));
    const { judul, kategori, jumlah, tanggal_digunakan, deskripsi, saksi } = expense;
    const place = await choosePlace(db, wanted);
    const entry = { ...place, tanggal: tanggal_digunakan, jumlah: -jumlah, jenis: 'pengeluaran' } as const;
    await refuseImpossibleDay(db, entry);
    await refuseOverdraft(db, entry);
    return {
      Judul: judul,
      Jumlah: formatRupiah(jumlah),
      Kategori: categoryTitle(kategori),
      'Tanggal digunakan': formatDate(tanggal_digunakan),
      'Untuk bulan': formatMonth(expense),
      Deskripsi: deskripsi,
      ...(await describePlace(db, place)),
      Bukti: saksi === null ? 'Foto' : `Tanpa bukti, saksi ${saksi}`,
    };
  },
  photo: async (db, { expense_id }) => (await queries.findWaiting(db, expense_id))?.foto ?? null,
  carryOut: async (tx, { expense_id, ...wanted }, { by, persetujuan_id }) => {
    if (!(await queries.settle(tx, expense_id))) throw new Refusal('not_found');
    const expense = found(await queries.findExpense(tx.db, expense_id));
    const nomor = await book(tx, {
      tanggal: expense.tanggal_digunakan,
      jumlah: -expense.jumlah,
      jenis: 'pengeluaran',
      kategori: expense.kategori,
      keterangan: expense.judul,
      expense_id,
      ...wanted,
      by,
      ...(persetujuan_id === null ? {} : { persetujuan_id }),
    });
    await tx.audit('expense.added', 'expenses', expense_id, {
      sesudah: { ...recorded(expense), admin_id: by },
    });
    expenseTopics(tx);
    return nomor;
  },
  refuse: async (tx, { expense_id }, by) => {
    const { foto, ...expense } = recorded(found(await queries.findWaiting(tx.db, expense_id)));
    await markDeleted(tx, 'expenses', expense_id, by);
    if (foto !== null) await queries.dropPhoto(tx, expense_id, foto);
    await tx.audit('expense.refused', 'expenses', expense_id, { sebelum: expense });
    await reopenLine(tx, { expense_id });
    expenseTopics(tx);
  },
};
