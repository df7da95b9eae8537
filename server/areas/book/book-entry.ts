/** The only place where money moves: writes entries of the book and the monthly sums beside it. */
import { type AccountKind, type EntryKind, openingKind } from '../../../contract/cash-book.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { refuseClosedMonth } from '../closings/refuse-closed-month.ts';
import type { Place } from '../places/queries.ts';
import { choosePlace, refuseGoneHolder, refuseOverdraft, type WantedPlace } from '../places/rules.ts';
import { findEntry, firstBookableDay, insertEntry, lastNumber, type NewEntry } from './queries.ts';

interface Entry {
  /** Day in the estate's calendar. */
  tanggal: string;
  /** Rupiah, signed, not 0. */
  jumlah: number;
  jenis: Exclude<EntryKind, 'pembatalan' | 'pindah'>;
  keterangan: string;
  akun_id?: number | undefined;
  dana_id?: number | undefined;
  /** Kind of account to take when none is named. */
  kind?: AccountKind | undefined;
  held?: WantedPlace['held'];
  kategori?: string;
  payment_id?: number;
  expense_id?: number;
  penerimaan_id?: number;
  nama?: string | null;
  blok?: string | null;
  persetujuan_id?: number;
  /** Null for what the system books by itself. */
  by: number | null;
}

/**
 * Into the first active account and fund unless it says otherwise.
 * @returns the number of the new entry
 * @throws Refusal 422 before_opening for a day before the opening balance, 409 month_closed for one in a closed month,
 *   what `choosePlace` and `refuseOverdraft` throw
 */
export async function book(tx: Tx, entry: Entry): Promise<number> {
  const { by, kind: _, held, ...fields } = entry;
  await tx.dialect.serialize(tx.db, 'book'); // an opening balance may be entered at the same time
  // A closing finds differences in every account.
  const place = await choosePlace(tx.db, { ...entry, held: entry.jenis === 'selisih' ? true : held });
  await refuseImpossibleDay(tx.db, { ...entry, ...place });
  await refuseOverdraft(tx.db, { ...entry, ...place });
  const row: NewEntry = { ...blank, ...fields, ...place, dibuat_oleh: by, dibuat_pada: tx.now };
  return await insertEntry(tx, row, { jenis: entry.jenis, count: 1 });
}

const blank = {
  kategori: '',
  payment_id: null,
  expense_id: null,
  penerimaan_id: null,
  nama: null,
  blok: null,
  persetujuan_id: null,
  pasangan: null,
  membatalkan: null,
};

/** @throws Refusal 422 before_opening, 409 month_closed */
export async function refuseImpossibleDay(
  db: Db,
  { tanggal, jenis, ...place }: Place & Pick<NewEntry, 'tanggal' | 'jenis'>,
): Promise<void> {
  const first = jenis === openingKind ? null : await firstBookableDay(db, place);
  if (first !== null && tanggal < first) throw new Refusal('before_opening');
  await refuseClosedMonth(db, tanggal);
}

interface Transfer {
  from: Place;
  to: Place;
  jumlah: number;
  tanggal: string;
  keterangan: string;
  by: number;
}

/**
 * Two entries that sum to zero, each naming the other. Both places must exist and be in use.
 * @throws Refusal as `book`
 */
export async function bookTransfer(
  tx: Tx,
  { from, to, jumlah, tanggal, keterangan, by }: Transfer,
): Promise<{ id: number; pasangan: number }> {
  await tx.dialect.serialize(tx.db, 'book');
  const rows = [
    { ...from, jumlah: -jumlah },
    { ...to, jumlah },
  ].map((side) => ({ ...blank, ...side, tanggal, keterangan, jenis: 'pindah' as const }));
  for (const row of rows) await refuseImpossibleDay(tx.db, row);
  if (from.dana_id !== to.dana_id) await refuseOverdraft(tx.db, { ...from, jumlah: -jumlah, tanggal });
  const id = (await lastNumber(tx.db)) + 1;
  const pasangan = id + 1;
  for (const [index, row] of rows.entries())
    await insertEntry(
      tx,
      { ...row, pasangan: index === 0 ? pasangan : id, dibuat_oleh: by, dibuat_pada: tx.now },
      { jenis: 'pindah', count: 1 },
    );
  return { id, pasangan };
}

export interface Reversal {
  /** Today in the estate's calendar. */
  tanggal: string;
  alasan: string;
  by: number;
  persetujuan_id?: number | null;
}

/**
 * Reverses a whole entry: its opposite is entered, and both stay. Both sides of a transfer are reversed together.
 * @param entry of a transfer the side from which money went: it gets the money back first
 * @returns the number of the reversal, of a transfer that of its first side
 * @throws Refusal 409 entry_reversed if it has been reversed, or is itself a reversal, holder_gone, month_closed,
 *   place_inactive and fund_overdrawn as `book`
 */
export async function reverse(tx: Tx, entry: Schema['kas_entri'], reversal: Reversal): Promise<number> {
  await tx.dialect.serialize(tx.db, 'book');
  await refuseClosedMonth(tx.db, reversal.tanggal);
  const entries = [entry];
  if (entry.pasangan !== null) entries.push(found(await findEntry(tx.db, entry.pasangan)));
  for (const each of entries) await choosePlace(tx.db, { ...each, held: true });
  const numbers: number[] = [];
  for (const each of entries) {
    const { tanggal } = reversal;
    await refuseGoneHolder(tx, { ...each, jumlah: -each.jumlah });
    await refuseOverdraft(tx.db, { ...each, jumlah: -each.jumlah, tanggal });
    numbers.push(await insertReversal(tx, each, reversal));
  }
  return Math.min(...numbers);
}

async function insertReversal(
  tx: Tx,
  { nomor, jenis, jumlah, ...same }: Schema['kas_entri'],
  { tanggal, alasan, by, persetujuan_id = null }: Reversal,
): Promise<number> {
  if (jenis === 'pembatalan') throw new Refusal('entry_reversed');
  const row: NewEntry = {
    ...same,
    tanggal,
    jumlah: -jumlah,
    jenis: 'pembatalan',
    pasangan: null,
    membatalkan: nomor,
    persetujuan_id,
    keterangan: alasan,
    dibuat_oleh: by,
    dibuat_pada: tx.now,
  };
  return await insertEntry(tx, row, { jenis, count: -1 });
}
