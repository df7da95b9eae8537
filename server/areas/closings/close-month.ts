import { type ClosingSummary, closingKind } from '../../../contract/closings.ts';
import { formatMonth, monthOf } from '../../../contract/format.ts';
import type { Db } from '../../database/open.ts';
import type { Tx } from '../../database/write.ts';
import { found } from '../../http/refusal.ts';
import { findProposal } from '../approvals/queries.ts';
import type { Approvable, CarryOut } from '../approvals/rules.ts';
import { book } from '../book/book-entry.ts';
import { lastNumber } from '../book/queries.ts';
import { findHead } from '../log/find-head.ts';
import { choosePlace, refuseOverdraft } from '../places/rules.ts';
import { dropFiles } from '../statements/import-queries.ts';
import { insertClosing, nameOf } from './queries.ts';
import {
  type ClosingRequest,
  compare,
  differing,
  fingerprintOfSummary,
  inLabels,
  lastDayOf,
  nameOfFund,
  refuseOutOfOrder,
  refuseUnexplained,
  refuseUnfinished,
} from './rules.ts';
import { summarizeMonth } from './summarize-month.ts';

/** Closes the next month as both people read it. Nothing is booked while it is read and signed. */
export const closing: Approvable<ClosingRequest> = {
  jenis: closingKind,
  about: ({ bulan }) => bulan,
  lock: (tx) => tx.dialect.serialize(tx.db, 'book'),
  describe: async (db, request) => {
    const { bulan, akun, alasan } = request;
    await refuseOutOfOrder(db, bulan);
    const summary = await summarizeMonth(db, bulan);
    const counted = compare(summary, akun);
    refuseUnexplained(counted, alasan);
    const dana_id = await fundOfDifference(db, request, counted);
    return { Bulan: formatMonth(monthOf(bulan)), ...inLabels(summary, counted, { dana_id, alasan }) };
  },
  carryOut: async (tx, request, options) => {
    const { bulan, alasan } = request;
    refuseUnfinished(bulan, options.tanggal); // a clock may have gone back
    const counted = compare(await summarizeMonth(tx.db, bulan), request.akun);
    const dana_id = await fundOfDifference(tx.db, request, counted);
    const nomor = await bookDifferences(tx, { ...request, dana_id }, counted, options);
    const after = await summarizeMonth(tx.db, bulan);
    const dana_selisih = nameOfFund(after, dana_id);
    const ringkasan: ClosingSummary = {
      ...after,
      akun: counted.map((one) => ({ ...one, saldo: one.dihitung })),
      alasan: dana_id === undefined ? null : (alasan ?? null),
      ...(dana_selisih !== undefined && { dana_selisih }),
    };
    const { diajukan_pada } = found(await findProposal(tx.db, found(options.persetujuan_id)));
    const entri_terakhir = await lastNumber(tx.db);
    const head = await findHead(tx.db);
    const signatures = { ...(await signaturesOf(tx, options)), disusun_pada: diajukan_pada };
    const stored = JSON.stringify(ringkasan);
    const id = await insertClosing(tx, {
      bulan,
      ringkasan: stored,
      entri_terakhir,
      ...signatures,
      ditutup_pada: tx.now,
      log_ukuran: head?.ukuran ?? null,
      log_kepala: head?.kepala ?? null,
    });
    const { saldo_awal, pemasukan, pengeluaran, saldo_akhir, banyak } = ringkasan;
    await tx.audit('month.closed', 'closings', id, {
      sesudah: {
        ...monthOf(bulan),
        saldo_awal,
        pemasukan,
        pengeluaran,
        saldo_akhir,
        banyak,
        entri_terakhir,
        alasan: ringkasan.alasan,
        log_ukuran: head?.ukuran ?? null,
        kepala: head?.kepala ?? null,
        sidik_ringkasan: fingerprintOfSummary(stored),
        ...signatures,
      },
    });
    await dropFiles(tx, bulan);
    tx.changed(['cash-book', 'dashboard']);
    return nomor;
  },
};

/** Who prepared and who approved it, with the names of this moment. */
export async function signaturesOf(tx: Tx, { by, approvedBy = by, persetujuan_id }: CarryOut) {
  return {
    disusun_oleh: by,
    disusun_oleh_nama: await nameOf(tx.db, by),
    disetujui_oleh: approvedBy,
    disetujui_oleh_nama: await nameOf(tx.db, approvedBy),
    persetujuan_id: found(persetujuan_id),
  };
}

/**
 * Undefined if nothing differs; the first active one unless the request names one.
 * @throws Refusal what `choosePlace` and `refuseOverdraft` throw
 */
async function fundOfDifference(
  db: Db,
  { bulan, ...wanted }: ClosingRequest,
  counted: ClosingSummary['akun'],
): Promise<number | undefined> {
  const differences = differing(counted);
  if (differences.length === 0) return undefined;
  const { dana_id } = await choosePlace(db, { dana_id: wanted.dana_id });
  const jumlah = differences.reduce((sum, { selisih }) => sum + selisih, 0);
  await refuseOverdraft(db, { dana_id, jumlah, tanggal: lastDayOf(bulan) });
  return dana_id;
}

/** What was found comes before what is missing, so that a restricted fund never has less than afterwards. */
const foundFirst = (counted: ClosingSummary['akun']) =>
  differing(counted).toSorted((a, b) => b.selisih - a.selisih);

/** @returns the number of the last difference, null without one */
async function bookDifferences(
  tx: Tx,
  { bulan, alasan = '', dana_id }: ClosingRequest,
  counted: ClosingSummary['akun'],
  { by, persetujuan_id }: CarryOut,
): Promise<number | null> {
  const tanggal = lastDayOf(bulan);
  let nomor: number | null = null;
  for (const { akun_id, selisih } of foundFirst(counted)) {
    const kategori = selisih > 0 ? 'lebih' : 'kurang';
    const fields = { tanggal, jumlah: selisih, kategori, akun_id, dana_id };
    nomor = await book(tx, {
      ...fields,
      jenis: 'selisih',
      keterangan: alasan,
      persetujuan_id: found(persetujuan_id),
      by,
    });
    await tx.audit('difference.booked', 'entries', nomor, { sesudah: { ...fields, alasan } });
  }
  return nomor;
}
