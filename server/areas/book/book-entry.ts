/** The only place where money moves: writes entries of the book and the monthly sums beside it. */
import type { EntryKind } from '../../../contract/cash-book.ts';
import type { KasEntri } from '../../database/book-schema.ts';
import type { Db } from '../../database/open.ts';
import type { Tx } from '../../database/write.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseClosedMonth } from '../closings/refuse-closed-month.ts';
import { findOpening, firstPlace, insertEntry, type NewEntry } from './queries.ts';

interface Entry {
  /** Day in the estate's calendar. */
  tanggal: string;
  /** Rupiah, signed, not 0. */
  jumlah: number;
  jenis: Exclude<EntryKind, 'pembatalan' | 'pindah'>;
  keterangan: string;
  akun_id?: number;
  dana_id?: number;
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
 * @returns the number of the new entry
 * @throws Refusal 422 before_opening for a day before the opening balance, 409 month_closed for one in a closed month
 */
export async function book(tx: Tx, entry: Entry): Promise<number> {
  const { by, ...fields } = entry;
  await tx.dialect.serialize(tx.db, 'book'); // an opening balance may be entered at the same time
  await refuseBeforeOpening(tx.db, entry.tanggal);
  await refuseClosedMonth(tx.db, entry.tanggal);
  const row: NewEntry = {
    ...firstPlace,
    kategori: '',
    payment_id: null,
    expense_id: null,
    penerimaan_id: null,
    nama: null,
    blok: null,
    persetujuan_id: null,
    ...fields,
    pasangan: null,
    membatalkan: null,
    dibuat_oleh: by,
    dibuat_pada: tx.now,
  };
  return await insertEntry(tx, row, { jenis: entry.jenis, count: 1 });
}

/** @throws Refusal 422 before_opening */
export async function refuseBeforeOpening(db: Db, tanggal: string): Promise<void> {
  const opening = await findOpening(db);
  if (opening && tanggal < opening.tanggal) throw new Refusal('before_opening');
}

export interface Reversal {
  /** Today in the estate's calendar. */
  tanggal: string;
  alasan: string;
  by: number;
  persetujuan_id?: number | null;
}

/**
 * Reverses a whole entry: its opposite is entered, and both stay.
 * @throws Refusal 409 entry_reversed if it has been reversed, or is itself a reversal, month_closed as `book`
 */
export async function reverse(
  tx: Tx,
  entry: KasEntri,
  { tanggal, alasan, by, persetujuan_id = null }: Reversal,
): Promise<number> {
  const { nomor, jenis, jumlah, ...same } = entry;
  if (jenis === 'pembatalan') throw new Refusal('entry_reversed');
  await tx.dialect.serialize(tx.db, 'book');
  await refuseClosedMonth(tx.db, tanggal);
  const row: NewEntry = {
    ...same,
    tanggal,
    jumlah: -jumlah,
    jenis: 'pembatalan',
    membatalkan: nomor,
    persetujuan_id,
    keterangan: alasan,
    dibuat_oleh: by,
    dibuat_pada: tx.now,
  };
  return await insertEntry(tx, row, { jenis, count: -1 });
}
