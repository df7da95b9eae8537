import { dateIn, formatDate, formatRupiah, monthKey, monthOf } from '../../../contract/format.ts';
import { highestFee, isSettlement, type SettleableSlip, sumOfSlips } from '../../../contract/settlements.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { closedUpTo } from '../closings/refuse-closed-month.ts';
import { enterExpense } from '../expenses/add-expense.ts';
import { attachExpense, decideLine, findLine, linkPayments } from './line-queries.ts';
import * as queries from './settlement-queries.ts';

async function findCredit(db: Context['db'], id: number) {
  const line = found(await findLine(db, id));
  if (line.jumlah <= 0) throw new Refusal('line_of_spending');
  return line;
}

/** Newest day first. */
export async function listSettleable(
  { db, config }: Context,
  scope: Scope,
  id: number,
): Promise<SettleableSlip[]> {
  const slips = new Map<number, SettleableSlip>();
  for (const month of await queries.listSettleable(db, scope, await findCredit(db, id), config.timeZone)) {
    const { user_id, nama, blok, hari } = month;
    const of = month.kelompok ?? month.id;
    const slip = slips.get(of) ?? { pembayaran: [], user_id, nama, blok, bulan: [], jumlah: 0, hari };
    slip.pembayaran.push(month.id);
    slip.bulan.push(monthKey(month));
    slip.jumlah += month.jumlah;
    slips.set(of, slip);
  }
  return [...slips.values()].toSorted((a, b) => b.hari.localeCompare(a.hari));
}

/**
 * The payments were booked when they were confirmed, with what the residents paid; the line brought less, by the fee.
 * @returns the fee in rupiah, which is an expense of the line's day, or of today if that month is closed
 * @throws Refusal 404, 409 line_decided, 409 settlement_changed, 422 settlement_differs
 */
export async function settleLine(
  { config, write }: Context,
  actor: Author,
  scope: Scope,
  { id, pembayaran }: { id: number; pembayaran: readonly number[] },
): Promise<number> {
  return await write(actor, async (tx) => {
    const line = await findCredit(tx.db, id);
    if (!(await decideLine(tx, id, { from: ['terbuka'], to: 'cocok', by: actor.id })))
      throw new Refusal('line_decided');
    const settled = await queries.lockSettleable(tx, scope, line, pembayaran);
    if (settled.length < pembayaran.length) throw new Refusal('settlement_changed');
    const paid = sumOfSlips(settled);
    if (!isSettlement(paid, line.jumlah)) throw differs(line.jumlah, paid);
    await linkPayments(tx, id, pembayaran);
    const biaya = paid - line.jumlah;
    await tx.audit({
      aksi: 'line.matched',
      entitas: 'lines',
      entitas_id: id,
      sebelum: { status: 'terbuka' },
      sesudah: { status: 'cocok', tanggal: line.tanggal, jumlah: line.jumlah, pembayaran, biaya },
    });
    tx.changed('statements');
    if (biaya > 0) await enterFee(tx, actor, { ...line, biaya, paid }, config.timeZone);
    return biaya;
  });
}

interface Fee {
  id: number;
  akun_id: number;
  tanggal: string;
  biaya: number;
  paid: number;
}

async function enterFee(tx: Tx, actor: Author, { id, akun_id, tanggal, biaya, paid }: Fee, timeZone: string) {
  const isOpen = (await closedUpTo(tx.db, tanggal)) === null;
  const day = isOpen ? tanggal : dateIn(timeZone, new Date(tx.now));
  const fields = {
    ...monthOf(day),
    judul: 'Biaya QRIS',
    deskripsi: `Dipotong dari ${formatRupiah(paid)} yang dibayar lewat QRIS`,
    jumlah: biaya,
    tanggal_digunakan: day,
    kategori: 'administrasi',
    saksi: `Mutasi bank ${formatDate(tanggal)}`,
    foto: null,
  };
  await enterExpense(tx, actor, fields, {
    place: { akun_id },
    timeZone,
    onInserted: (expense_id) => attachExpense(tx, id, expense_id),
  });
}

function differs(received: number, paid: number): Refusal {
  const message =
    paid < received
      ? `Setoran ini ${formatRupiah(received)}, lebih dari pembayaran yang dipilih, ${formatRupiah(paid)}.`
      : `Setoran ini ${formatRupiah(received)}, sedangkan pembayaran yang dipilih ${formatRupiah(paid)}: selisihnya lebih dari biaya QRIS, ${highestFee}%.`;
  return new Refusal('settlement_differs', { message });
}
