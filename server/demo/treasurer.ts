/** What the officers did with the book: its opening, closed months, one that waits, and a mistake taken back. */
import { openingKind } from '../../contract/cash-book.ts';
import type { ClosingSummary } from '../../contract/closings.ts';
import { monthKey, shiftMonth } from '../../contract/format.ts';
import { proposeChange } from '../areas/approvals/propose-change.ts';
import { type Approvable, inWords } from '../areas/approvals/rules.ts';
import { bookTransfer } from '../areas/book/book-entry.ts';
import { openingBalance } from '../areas/book/open-balance.ts';
import { type BulkOpening, findSpending, firstPlace } from '../areas/book/queries.ts';
import { reversal } from '../areas/book/reverse-entry.ts';
import { closeMonth } from '../areas/closings/close-in-bulk.ts';
import { closing } from '../areas/closings/close-month.ts';
import { findClosing, insertSignedProposal } from '../areas/closings/queries.ts';
import { fingerprintOfSummary, lastDayOf } from '../areas/closings/rules.ts';
import { summarizeMonth } from '../areas/closings/summarize-month.ts';
import { insertExpense } from '../areas/expenses/queries.ts';
import { spending } from '../areas/expenses/spend-money.ts';
import { addAccount, addFund } from '../areas/places/save-place.ts';
import { appendAudit } from '../database/append-leaf.ts';
import type { ReadableRow } from '../database/audit-leaf.ts';
import type { Tx } from '../database/write.ts';
import type { Calendar } from './calendar.ts';

export interface Officer {
  id: number;
  nama: string;
}

export interface Officers {
  ketua: Officer;
  admin: Officer;
}

const hour = 60 * 60 * 1_000;
const day = 24 * hour;

/** Rupiah. Keeps the cash above zero on every day of the history. */
const openingAmount = 8_500_000;

const firstMonthOf = ({ months }: Calendar) => {
  const [first] = months;
  if (!first) throw new Error('the history has no month');
  return first;
};

type Told = Pick<ReadableRow, 'aksi' | 'entitas' | 'entitas_id' | 'sesudah'>;

const rowOf = ({ id, nama }: Officer, at: Date, told: Told): ReadableRow => ({
  ...told,
  tanggal: at.toISOString(),
  user_id: id,
  nama,
  sebelum: null,
});

/** The admin proposes and the ketua approves, on the last day before the history. Call it before anything is booked. */
export async function proposeOpening(
  tx: Tx,
  calendar: Calendar,
  { ketua, admin }: Officers,
): Promise<{ opening: BulkOpening; rows: ReadableRow[] }> {
  const first = firstMonthOf(calendar);
  const request = {
    ...firstPlace,
    jumlah: openingAmount,
    tanggal: lastDayOf(monthKey(shiftMonth(first, -1))),
  };
  const [proposed, approved] = [new Date(first.start - 5 * hour), new Date(first.start - 4 * hour)];
  const isi = await openingBalance.describe(tx.db, request);
  const persetujuan_id = await insertSignedProposal(tx, {
    jenis: openingKind,
    tentang: openingBalance.about(request),
    permintaan: request,
    isi,
    diajukan_oleh: admin.id,
    diajukan_pada: proposed.toISOString(),
    diputuskan_oleh: ketua.id,
    diputuskan_pada: approved.toISOString(),
  });
  const about = { entitas: 'approvals', entitas_id: persetujuan_id } as const;
  return {
    opening: { ...request, persetujuan_id, by: admin.id, pada: approved.toISOString() },
    rows: [
      rowOf(admin, proposed, {
        aksi: 'approval.proposed',
        ...about,
        sesudah: { jenis: openingKind, isi: inWords(isi) },
      }),
      rowOf(ketua, approved, {
        aksi: 'balance.opened',
        entitas: 'entries',
        entitas_id: 1,
        sesudah: { ...request },
      }),
      rowOf(ketua, approved, { aksi: 'approval.granted', ...about, sesudah: { isi: inWords(isi) } }),
    ],
  };
}

/** Months that stay open at the end: one waits for its second person, then last month and this one. */
const openMonths = 3;

/** Call it after everything of these months is booked. @returns the audit rows */
export async function closeMonths(
  tx: Tx,
  calendar: Calendar,
  { ketua, admin }: Officers,
): Promise<ReadableRow[]> {
  const rows: ReadableRow[] = [];
  const { months } = calendar;
  for (const next of months.slice(0, 1 - openMonths)) {
    const bulan = monthKey(shiftMonth(next, -1));
    const [prepared, approved] = [
      new Date(next.start + 4 * day + 12 * hour),
      new Date(next.start + 5 * day + 14 * hour),
    ];
    const id = await closeMonth(tx, {
      bulan,
      disusun: { ...admin, pada: prepared.toISOString() },
      disetujui: { ...ketua, pada: approved.toISOString() },
    });
    const closed = await findClosing(tx.db, bulan);
    const {
      akun: _,
      dana: __,
      nomor_terakhir: ___,
      ...sums
    } = JSON.parse(closed?.ringkasan ?? '{}') as ClosingSummary;
    const [tahun, month] = bulan.split('-').map(Number);
    const sidik_ringkasan = fingerprintOfSummary(closed?.ringkasan ?? '');
    const sesudah = { tahun, bulan: month, ...sums, entri_terakhir: closed?.entri_terakhir, sidik_ringkasan };
    rows.push(rowOf(ketua, approved, { aksi: 'month.closed', entitas: 'closings', entitas_id: id, sesudah }));
  }
  return rows;
}

/** The admin has counted the money of the next month; the ketua has not decided yet. */
export async function proposeNextMonth(
  tx: Tx,
  { months }: Calendar,
  admin: Officer,
  timeZone: string,
): Promise<void> {
  const month = months.at(-openMonths);
  if (!month) return;
  const bulan = monthKey(month);
  const { akun } = await summarizeMonth(tx.db, bulan);
  const request = { bulan, akun: akun.map(({ akun_id, saldo }) => ({ akun_id, jumlah: saldo })) };
  await proposeChange(tx, admin, closing, request, timeZone);
}

/** The same transaction in the name of an officer. */
export const inNameOf = (tx: Tx, { id: user_id, nama }: Officer): Tx => ({
  ...tx,
  audit: (aksi, entitas, entitas_id, { sebelum = {}, sesudah = {} } = {}) =>
    appendAudit(tx.db, tx.dialect, {
      tanggal: tx.now,
      user_id,
      nama,
      aksi,
      entitas,
      entitas_id,
      sebelum,
      sesudah,
    }),
});

/** A zero too many, without a receipt: reversed, and done anew. */
export async function takeBackMistake(tx: Tx, admin: Officer, today: string): Promise<void> {
  const [tahun = 0, bulan = 0] = today.split('-').map(Number);
  const enter = async (jumlah: number) => {
    const expense_id = await insertExpense(tx, {
      tahun,
      bulan,
      jumlah,
      judul: 'Konsumsi kerja bakti',
      deskripsi: 'Nasi bungkus dan air minum, dibeli di warung tanpa nota.',
      tanggal_digunakan: today,
      kategori: 'acara',
      saksi: 'Pak Slamet, warung depan gerbang',
      foto: null,
      admin_id: admin.id,
    });
    await carryOut(tx, spending, { expense_id }, admin, today);
    return expense_id;
  };
  const wrong = await findSpending(tx.db, await enter(3_500_000));
  if (!wrong) return;
  const request = { nomor: wrong.nomor, alasan: 'Salah ketik, seharusnya Rp 350.000' };
  await carryOut(tx, reversal, request, admin, today);
  await enter(350_000);
}

const carryOut = <Request>(
  tx: Tx,
  kind: Approvable<Request>,
  request: Request,
  { id: by }: Officer,
  tanggal: string,
) => kind.carryOut(tx, request, { by, tanggal, persetujuan_id: null });

/** The second setting: a bank account, and a restricted fund that holds a part of the money. */
export async function splitMoney(tx: Tx, admin: Officer, today: string): Promise<void> {
  const bank = await addAccount(tx, { nama: 'Bank Mandiri', jenis: 'bank' });
  const building = await addFund(tx, { nama: 'Pembangunan Balai', terikat: true });
  const to = { akun_id: bank.id, dana_id: building.id };
  const keterangan = 'Disisihkan untuk pembangunan balai';
  await bookTransfer(tx, {
    from: firstPlace,
    to,
    jumlah: 10_000_000,
    tanggal: today,
    keterangan,
    by: admin.id,
  });
}
