import { hash } from 'node:crypto';
import type * as z from 'zod/mini';
import {
  type ClosingSummary,
  type MonthSummary,
  type proposeClosing,
  shortestReason,
} from '../../../contract/closings.ts';
import {
  formatCount,
  formatDate,
  formatMonth,
  formatRupiah,
  monthKey,
  monthOf,
  shiftMonth,
} from '../../../contract/format.ts';
import type { Db } from '../../database/open.ts';
import { invalidFields, Refusal } from '../../http/refusal.ts';
import { firstDayOfBook, lastClosedMonth } from './queries.ts';

export type ClosingRequest = z.output<typeof proposeClosing.body>;

/** The month after the last closed one, else that of the first entry; null for an empty book. */
export async function nextMonth(db: Db): Promise<string | null> {
  const closed = await lastClosedMonth(db);
  if (closed !== null) return monthKey(shiftMonth(monthOf(closed), 1));
  return (await firstDayOfBook(db))?.slice(0, 'YYYY-MM'.length) ?? null;
}

/** @throws Refusal 409 unless it is the next month in order */
export async function refuseOutOfOrder(db: Db, bulan: string): Promise<void> {
  const next = await nextMonth(db);
  if (next === null) throw new Refusal('book_empty');
  if (bulan === next) return;
  const message = `Buku ditutup bulan demi bulan. Bulan berikutnya: ${formatMonth(monthOf(next))}.`;
  throw new Refusal('month_not_next', { message });
}

/** First day on which a month can be closed. */
export const closableFrom = (bulan: string) => `${monthKey(shiftMonth(monthOf(bulan), 1))}-01`;

/** @throws Refusal 409 before the month is over */
export function refuseUnfinished(bulan: string, today: string): void {
  if (today >= closableFrom(bulan)) return;
  const from = formatDate(closableFrom(bulan));
  const message = `${formatMonth(monthOf(bulan))} belum selesai. Buku dapat ditutup mulai ${from}.`;
  throw new Refusal('month_not_over', { message });
}

export function lastDayOf(bulan: string): string {
  const { tahun, bulan: month } = monthOf(bulan);
  return `${bulan}-${new Date(Date.UTC(tahun, month, 0)).getUTCDate()}`;
}

type Counted = ClosingSummary['akun'];

/**
 * What was counted beside what the book says.
 * @throws Refusal 422 unless every account is named once
 */
export function compare({ akun }: MonthSummary, counted: ClosingRequest['akun']): Counted {
  const byId = new Map(counted.map(({ akun_id, jumlah }) => [akun_id, jumlah]));
  const known = akun.every(({ akun_id }) => byId.has(akun_id));
  if (!known || counted.length !== akun.length)
    throw invalidFields({
      akun: `Isi jumlah uang satu kali untuk setiap rekening: ${akun.map(({ nama }) => nama).join(', ')}`,
    });
  return akun.map((one) => {
    const dihitung = byId.get(one.akun_id) ?? 0;
    return { ...one, dihitung, selisih: dihitung - one.saldo };
  });
}

/** What the audit row of a closing keeps of the whole summary. */
export const fingerprintOfSummary = (ringkasan: string) => hash('sha256', ringkasan);

export const differing = (counted: Counted) => counted.filter(({ selisih }) => selisih !== 0);

/** @throws Refusal 409 if the counted money differs and nobody says why */
export function refuseUnexplained(counted: Counted, alasan = ''): void {
  const differences = differing(counted);
  if (differences.length === 0 || alasan.length >= shortestReason) return;
  const named = differences.map(({ nama, selisih }) => `${nama} ${inWords(selisih)}`).join(', ');
  const message = `Ada selisih dengan buku (${named}). Isi alasannya, minimal ${shortestReason} karakter.`;
  throw new Refusal('difference_unexplained', { errors: { alasan: message }, message });
}

const inWords = (selisih: number) => `${selisih < 0 ? 'kurang' : 'lebih'} ${formatRupiah(Math.abs(selisih))}`;

/**
 * The month as both sign it, with the differences that the closing books.
 * @param difference the fund that it is booked for, and the reason
 */
export function inLabels(
  summary: MonthSummary,
  counted: Counted,
  { dana_id, alasan = '' }: { dana_id?: number | undefined; alasan?: string | undefined } = {},
): Record<string, string> {
  const over = sumOf(counted, (selisih) => Math.max(selisih, 0));
  const short = sumOf(counted, (selisih) => Math.max(-selisih, 0));
  const { saldo_awal, pemasukan, pengeluaran, saldo_akhir, banyak, nomor_terakhir, dana } = summary;
  const several = counted.length > 1;
  const last = nomor_terakhir === null ? '' : `, terakhir nomor ${nomor_terakhir}`;
  return {
    'Saldo awal': formatRupiah(saldo_awal),
    Pemasukan: formatRupiah(pemasukan + over),
    Pengeluaran: formatRupiah(pengeluaran + short),
    'Saldo akhir': formatRupiah(saldo_akhir + over - short),
    Transaksi: `${formatCount(banyak)}${last}`,
    ...Object.fromEntries(
      counted.map(({ nama, saldo, dihitung, selisih }) => [
        several ? `Uang di ${nama}` : 'Uang yang dihitung',
        `${formatRupiah(dihitung)}, ${selisih === 0 ? 'sama dengan buku' : `${inWords(selisih)} dari buku ${formatRupiah(saldo)}`}`,
      ]),
    ),
    ...(dana.length > 1
      ? Object.fromEntries(
          dana.map((fund) => [
            `Uang ${fund.nama}`,
            formatRupiah(fund.saldo + (fund.dana_id === dana_id ? over - short : 0)),
          ]),
        )
      : {}),
    ...(over + short > 0 ? { ...inFund(nameOfFund(summary, dana_id)), 'Alasan selisih': alasan } : {}),
  };
}

const inFund = (nama: string | undefined): Record<string, string> => (nama ? { 'Dana selisih': nama } : {});

/** Where the estate has several; undefined for the month without a difference. */
export const nameOfFund = ({ dana }: Pick<MonthSummary, 'dana'>, dana_id: number | undefined) =>
  dana.length > 1 ? dana.find((fund) => fund.dana_id === dana_id)?.nama : undefined;

const sumOf = (counted: Counted, part: (selisih: number) => number) =>
  counted.reduce((sum, { selisih }) => sum + part(selisih), 0);
