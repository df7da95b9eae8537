import { amountOf } from '../../../contract/amount-of.ts';
import { formatDate, formatRupiah, monthKey, monthOf } from '../../../contract/format.ts';
import type { Scope } from '../../../contract/policy.ts';
import { highestFee, isSettlement, type SettleableSlip } from '../../../contract/settlements.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { enterExpense } from '../expenses/add-expense.ts';
import { bookingDay } from './booking-day.ts';
import {
  attachExpense,
  decideLine,
  findLine,
  isWhole,
  type Line,
  linkPayments,
  lockLine,
} from './line-queries.ts';
import * as queries from './settlement-queries.ts';

function credit(stored: Line | undefined): Line {
  const line = found(stored);
  if (line.jumlah <= 0) throw new Refusal('line_of_spending');
  return line;
}

/** Newest day first. */
export async function listSettleable({ db }: Context, scope: Scope, id: number): Promise<SettleableSlip[]> {
  const slips = new Map<number, SettleableSlip>();
  const line = credit(await findLine(db, id));
  for (const month of await queries.listSettleable(db, scope, line)) {
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
 * The payments were booked when they were confirmed, with what the residents paid; the line brought less, by the fee. The
 * rest of a line, of which the fee is known, is exactly what they paid.
 * @returns the fee in rupiah, which is an expense of the line's day, or of today if that month is closed
 * @throws Refusal 404, 409 line_decided, 409 settlement_changed, 422 settlement_differs, 409 line_rest_differs
 */
export async function settleLine(
  { config, write }: Context,
  actor: Author,
  scope: Scope,
  { id, pembayaran }: { id: number; pembayaran: readonly number[] },
): Promise<number> {
  return await write(actor, async (tx) => {
    const line = credit(await lockLine(tx, id));
    if (line.status !== 'terbuka') throw new Refusal('line_decided');
    await decideLine(tx, id, { to: 'cocok', by: actor.id });
    const settled = await queries.lockSettleable(tx, scope, line, pembayaran);
    if (settled.length < pembayaran.length) throw new Refusal('settlement_changed');
    const paid = amountOf(settled);
    if (!isWhole(line) && paid !== line.sisa) throw restDiffers(line.sisa, paid);
    if (!isSettlement(paid, line.sisa)) throw differs(line.sisa, paid);
    await linkPayments(tx, id, pembayaran);
    const biaya = paid - line.sisa;
    await tx.audit('line.matched', 'lines', id, {
      sebelum: { status: 'terbuka' },
      sesudah: { status: 'cocok', tanggal: line.tanggal, jumlah: line.sisa, pembayaran, biaya },
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
  const day = await bookingDay(tx, { id, akun_id, tanggal }, timeZone);
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
    timeZone,
    place: async (expense_id) => {
      await attachExpense(tx, id, expense_id);
      return { akun_id };
    },
  });
}

const restDiffers = (sisa: number, paid: number) =>
  new Refusal('line_rest_differs', {
    message: `Sisa pencairan ini ${formatRupiah(sisa)}, sedangkan pembayaran yang dipilih ${formatRupiah(paid)}.`,
  });

function differs(received: number, paid: number): Refusal {
  const message =
    paid < received
      ? `Pencairan ini ${formatRupiah(received)}, lebih dari pembayaran yang dipilih, ${formatRupiah(paid)}.`
      : `Pencairan ini ${formatRupiah(received)}, sedangkan pembayaran yang dipilih ${formatRupiah(paid)}: selisihnya lebih dari biaya QRIS, ${highestFee}%.`;
  return new Refusal('settlement_differs', { message });
}
