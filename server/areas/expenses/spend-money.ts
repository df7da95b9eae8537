import { formatDate, formatMonth, formatRupiah } from '../../../contract/format.ts';
import { markDeleted } from '../../database/mark-deleted.ts';
import { found, Refusal } from '../../http/refusal.ts';
import type { Approvable } from '../approvals/rules.ts';
import { refuseClosedMonth } from '../closings/refuse-closed-month.ts';
import { book, refuseBeforeOpening } from '../book/book-entry.ts';
import { expenseTopics, recorded } from './changes.ts';
import * as queries from './queries.ts';

/** An expense that has been entered takes effect; above the limit only once a second person approves it. */
export const spending: Approvable<{ expense_id: number }> = {
  jenis: 'pengeluaran',
  about: ({ expense_id }) => String(expense_id),
  describe: async (db, { expense_id }) => {
    const expense = found(await queries.findWaiting(db, expense_id));
    const { judul, kategori, jumlah, tanggal_digunakan, deskripsi, saksi } = expense;
    await refuseBeforeOpening(db, tanggal_digunakan);
    await refuseClosedMonth(db, tanggal_digunakan);
    return {
      Judul: judul,
      Jumlah: formatRupiah(jumlah),
      Kategori: kategori,
      'Tanggal digunakan': formatDate(tanggal_digunakan),
      'Untuk bulan': formatMonth(expense),
      Deskripsi: deskripsi,
      Bukti: saksi === null ? 'Foto' : `Tanpa bukti, saksi ${saksi}`,
    };
  },
  photo: async (db, { expense_id }) => (await queries.findWaiting(db, expense_id))?.foto ?? null,
  carryOut: async (tx, { expense_id }, { by, persetujuan_id }) => {
    if (!(await queries.settle(tx, expense_id))) throw new Refusal('not_found');
    const expense = found(await queries.findExpense(tx.db, expense_id));
    const nomor = await book(tx, {
      tanggal: expense.tanggal_digunakan,
      jumlah: -expense.jumlah,
      jenis: 'pengeluaran',
      kategori: expense.kategori,
      keterangan: expense.judul,
      expense_id,
      by,
      ...(persetujuan_id === null ? {} : { persetujuan_id }),
    });
    await tx.audit({
      aksi: 'expense.added',
      entitas: 'expenses',
      entitas_id: expense_id,
      sesudah: recorded(expense),
    });
    expenseTopics(tx);
    return nomor;
  },
  refuse: async (tx, { expense_id }, by) => {
    const { foto, ...expense } = recorded(found(await queries.findWaiting(tx.db, expense_id)));
    await markDeleted(tx, 'expenses', expense_id, by);
    if (foto !== null) await queries.dropPhoto(tx, expense_id, foto);
    await tx.audit({
      aksi: 'expense.refused',
      entitas: 'expenses',
      entitas_id: expense_id,
      sebelum: expense,
    });
    expenseTopics(tx);
  },
};
