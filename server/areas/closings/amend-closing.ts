import type * as z from 'zod/mini';
import { type proposeClosingVersion, versionKind } from '../../../contract/closings.ts';
import { formatDate, formatMonth, formatRupiah, monthOf } from '../../../contract/format.ts';
import type { Db } from '../../database/open.ts';
import { found, invalidFields } from '../../http/refusal.ts';
import { findProposal } from '../approvals/queries.ts';
import type { Approvable } from '../approvals/rules.ts';
import { findEntry } from '../book/queries.ts';
import { signaturesOf } from './close-month.ts';
import { findClosing, insertVersion, lastVersion } from './queries.ts';

type VersionRequest = z.output<typeof proposeClosingVersion.body>;

/** What was found wrong with a closed month: a note beside it, signed by two. The month stays as it was closed. */
export const closingVersion: Approvable<VersionRequest> = {
  jenis: versionKind,
  about: ({ bulan }) => bulan,
  lock: (tx) => tx.dialect.serialize(tx.db, 'book'),
  describe: async (db, { bulan, penjelasan, nomor }) => {
    const closed = found(await findClosing(db, bulan));
    const versi = (await lastVersion(db, closed.id)) + 1;
    return {
      Bulan: formatMonth(monthOf(bulan)),
      Versi: String(versi),
      Penjelasan: penjelasan,
      ...(nomor ? { 'Transaksi pembetulan': await correction(db, nomor, closed.entri_terakhir) } : {}),
    };
  },
  carryOut: async (tx, { bulan, penjelasan, nomor = null }, options) => {
    const closed = found(await findClosing(tx.db, bulan));
    const versi = (await lastVersion(tx.db, closed.id)) + 1;
    const { diajukan_pada } = found(await findProposal(tx.db, found(options.persetujuan_id)));
    const signatures = { ...(await signaturesOf(tx, options)), disusun_pada: diajukan_pada };
    const note = { versi, penjelasan, nomor, ...signatures };
    await insertVersion(tx, { tutup_buku_id: closed.id, ...note, disetujui_pada: tx.now });
    await tx.audit('closing.amended', 'closings', closed.id, { sesudah: { ...monthOf(bulan), ...note } });
    tx.changed('cash-book');
    return null;
  },
};

/** @throws Refusal 422 unless the entry was booked after the closing */
async function correction(db: Db, nomor: number, closedAt: number): Promise<string> {
  const entry = await findEntry(db, nomor);
  if (!entry || nomor <= closedAt)
    throw invalidFields({ nomor: 'Nomor harus transaksi yang dicatat setelah bulan itu ditutup' });
  const { keterangan, tanggal, jumlah } = entry;
  return `Nomor ${nomor}: ${keterangan}, ${formatDate(tanggal)}, ${formatRupiah(jumlah)}`;
}
