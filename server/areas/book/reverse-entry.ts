import type * as z from 'zod/mini';
import type { reverseEntry as endpoint } from '../../../contract/book.ts';
import { formatDate, formatRupiah } from '../../../contract/format.ts';
import type { Db } from '../../database/open.ts';
import type { Schema } from '../../database/schema.ts';
import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import type { Approvable } from '../approvals/rules.ts';
import { reverseExpense } from '../expenses/reverse-expense.ts';
import { reverseHandover } from '../handovers/reverse-handover.ts';
import { reverseIncome } from '../income/reverse-income.ts';
import { keepPayer, refuseOwnPayment, reversePayment } from '../payments/reverse-payment.ts';
import { placeName } from '../places/queries.ts';
import { choosePlace, describePlace, refuseOverdraft } from '../places/rules.ts';
import { reverse } from './book-entry.ts';
import { findEntry, isReversed } from './queries.ts';

type ReversalRequest = z.output<typeof endpoint.body>;

/** The lists that say of an entry that its reversal waits. */
export function reversalTopics(tx: Tx): void {
  tx.changed(['cash-book', 'expenses']);
}

/** A mistake is reversed whole and done anew; what stood behind the entry follows. */
export const reversal: Approvable<ReversalRequest> = {
  jenis: 'pembatalan',
  about: ({ nomor }) => String(nomor),
  // Their name is copied into the reversal and the proposal, where an erasure at the same time would not find it.
  lock: async (tx, { nomor }) => {
    const { payment_id } = found(await findEntry(tx.db, nomor));
    if (payment_id !== null) await keepPayer(tx, payment_id);
  },
  describe: async (db, { nomor, alasan }) => {
    const entry = found(await findEntry(db, nomor));
    if (entry.jenis === 'pembatalan' || (await isReversed(db, nomor))) throw new Refusal('entry_reversed');
    await refuseStuck(db, entry);
    return {
      Nomor: String(nomor),
      Transaksi:
        entry.pasangan === null ? entry.keterangan : await describeTransfer(db, entry, entry.pasangan),
      ...(entry.nama === null ? {} : { Pembayar: entry.blok ? `${entry.nama} (${entry.blok})` : entry.nama }),
      Tanggal: formatDate(entry.tanggal),
      Jumlah: formatRupiah(Math.abs(entry.jumlah)),
      ...(entry.pasangan === null && (await describePlace(db, entry))),
      Alasan: alasan,
    };
  },
  refuseDecider: async (at, { nomor }, decider) => {
    const { payment_id } = found(await findEntry(at.db, nomor));
    if (payment_id !== null) await refuseOwnPayment(at, payment_id, decider);
  },
  refuse: (tx) => Promise.resolve(reversalTopics(tx)),
  carryOut: async (tx, request, options) => {
    const entry = found(await findEntry(tx.db, request.nomor));
    const { payment_id, expense_id, penerimaan_id } = entry;
    // Records before the lock of the book, in the order in which confirming and adding take them.
    if (payment_id !== null) await reversePayment(tx, payment_id, request.alasan, options);
    if (expense_id !== null) await reverseExpense(tx, expense_id, options.by);
    if (penerimaan_id !== null) await reverseIncome(tx, penerimaan_id, options.by);
    const nomor = await reverse(tx, entry, { ...options, alasan: request.alasan });
    if (payment_id === null && expense_id === null && penerimaan_id === null) {
      const { jumlah, tanggal, pasangan } = entry;
      await tx.audit('entry.reversed', 'entries', request.nomor, {
        sebelum: { jumlah, tanggal, ...(pasangan !== null && { pasangan }) },
        sesudah: { alasan: request.alasan },
      });
      if (pasangan !== null)
        await reverseHandover(tx, {
          entries: [request.nomor, pasangan],
          jumlah: Math.abs(jumlah),
          alasan: request.alasan,
        });
      tx.changed(['cash-book', 'dashboard']);
    }
    return nomor;
  },
};

/**
 * The day of the reversal is known only when it is booked, and `reverse` asks again.
 * @throws Refusal 409 place_inactive, fund_overdrawn
 */
async function refuseStuck(db: Db, entry: Schema['kas_entri']): Promise<void> {
  const other = entry.pasangan === null ? undefined : found(await findEntry(db, entry.pasangan));
  for (const { akun_id, dana_id, jumlah } of other ? [entry, other] : [entry]) {
    await choosePlace(db, { akun_id, dana_id, held: true });
    if (other?.dana_id !== entry.dana_id)
      await refuseOverdraft(db, { dana_id, jumlah: -jumlah, tanggal: null });
  }
}

/** `Pindah dari Kas · Kas Umum ke Bank · Kas Umum`. */
async function describeTransfer(db: Db, entry: Schema['kas_entri'], pasangan: number): Promise<string> {
  const other = found(await findEntry(db, pasangan));
  const [from, to] = entry.jumlah < 0 ? [entry, other] : [other, entry];
  return `Pindah dari ${await placeName(db, from)} ke ${await placeName(db, to)}`;
}
