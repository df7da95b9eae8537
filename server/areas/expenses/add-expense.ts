import type * as z from 'zod/mini';
import { otherCategory } from '../../../contract/categories.ts';
import * as contract from '../../../contract/expenses.ts';
import { dateIn, formatDate, formatMonth, monthIn } from '../../../contract/format.ts';
import { isForTwo } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Tx } from '../../database/write.ts';
import type { Upload } from '../../http/files/upload.ts';
import { found, invalidFields, Refusal } from '../../http/refusal.ts';
import { proposeChange } from '../approvals/propose-change.ts';
import { refuseUnknownCategory } from '../categories/refuse-unknown-category.ts';
import type { WantedPlace } from '../places/rules.ts';
import { readSettings } from '../settings/queries.ts';
import { markEntered } from '../statements/mark-line.ts';
import { expenseTopics } from './changes.ts';
import * as queries from './queries.ts';
import { spending } from './spend-money.ts';

type Body = z.output<typeof contract.addExpense.body>;

/** Booked at once, or waits for a second person above the limit that the ketua has set. */
export async function addExpense(
  { clock, config, files, write }: Context,
  actor: Author,
  body: Body,
  proof: Upload | undefined,
): Promise<contract.Expense> {
  const {
    kategori = otherCategory,
    tanpa_bukti,
    saksi,
    beda_bulan,
    akun_id,
    dana_id,
    mutasi_id,
    ...fields
  } = body;
  const { timeZone } = config;
  refuseOutside(fields, {
    beda_bulan,
    today: dateIn(timeZone, clock()),
    year: monthIn(timeZone, clock()).tahun,
  });
  const witness = tanpa_bukti === '1' ? witnessOf(saksi, actor, proof) : null;
  const stored = proof && (await files.storeImage(proof, 'expense'));
  return await write(
    actor,
    async (tx) => {
      await refuseUnknownCategory(tx, 'pengeluaran', kategori);
      const expense = { ...fields, kategori, saksi: witness, foto: stored?.nama ?? null };
      const ofLine = { ...expense, akun_id, mutasi_id };
      const expense_id = await enterExpense(tx, actor, expense, {
        timeZone,
        place: async (id) => ({
          akun_id: await markEntered(tx, actor, ofLine, { expense_id: id }),
          dana_id,
        }),
      });
      return found(
        (await queries.findExpense(tx.db, expense_id)) ?? (await queries.findWaiting(tx.db, expense_id)),
      );
    },
    stored ? [stored] : [],
  );
}

interface Entering {
  timeZone: string;
  /** Locks what must be locked before the book. */
  place(expense_id: number): Promise<WantedPlace>;
}

/** @returns its id */
export async function enterExpense(
  tx: Tx,
  actor: Author,
  expense: Omit<queries.NewExpense, 'admin_id'>,
  { place, timeZone }: Entering,
): Promise<number> {
  const expense_id = await queries.insertExpense(tx, { ...expense, admin_id: actor.id });
  const request = { expense_id, ...(await place(expense_id)) };
  const { batasDuaOrang: limit } = await readSettings(tx.db);
  const today = dateIn(timeZone, new Date(tx.now));
  const { jumlah, tanggal_digunakan: tanggal } = expense;
  if (isForTwo(spending.jenis, { tanggal, jumlah }, { today, limit })) {
    await proposeChange(tx, actor, spending, request, timeZone);
    expenseTopics(tx);
  } else {
    await spending.carryOut(tx, request, { by: actor.id, tanggal: today, persetujuan_id: null });
  }
  return expense_id;
}

function refuseOutside(
  { tahun, bulan, tanggal_digunakan }: Pick<Body, 'tahun' | 'bulan' | 'tanggal_digunakan'>,
  { beda_bulan, today, year }: Pick<Body, 'beda_bulan'> & { today: string; year: number },
): void {
  const years = contract.expenseYears(year);
  if (!years.includes(tahun))
    throw invalidFields({ tahun: `Tahun harus antara ${years[0]} dan ${years.at(-1)}` });
  if (!contract.isSpendingDate(tanggal_digunakan, today))
    throw invalidFields({ tanggal_digunakan: 'Tanggal digunakan harus antara 1 Januari 2000 dan hari ini' });
  if (beda_bulan === '1' || contract.isInMonth(tanggal_digunakan, { tahun, bulan })) return;
  const message = `Tanggal ${formatDate(tanggal_digunakan)} tidak berada di ${formatMonth({ tahun, bulan })}. Periksa kembali, atau kirim lagi bila memang benar.`;
  throw new Refusal(contract.dayQuestion, { message });
}

/** @throws Refusal 422 without a witness, for oneself as the witness, and with a photo, which is a proof */
function witnessOf(saksi: string | undefined, actor: Author, proof: Upload | undefined): string {
  if (!saksi) throw invalidFields({ saksi: 'Nama saksi wajib diisi bila tanpa bukti' });
  if (saksi.toLowerCase() === actor.nama.toLowerCase())
    throw invalidFields({ saksi: 'Saksi harus orang lain, bukan yang mencatat' });
  if (proof) throw invalidFields({ foto: 'Pilih salah satu: foto bukti, atau tanpa bukti' });
  return saksi;
}
