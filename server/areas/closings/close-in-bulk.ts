import { type ClosingSummary, closingKind } from '../../../contract/closings.ts';
import { formatMonth, monthOf } from '../../../contract/format.ts';
import type { Tx } from '../../database/write.ts';
import { insertClosing, insertSignedProposal, lastNumberUpTo } from './queries.ts';
import { compare, inLabels } from './rules.ts';
import { summarizeMonth } from './summarize-month.ts';

interface Signature {
  id: number;
  nama: string;
  /** Instant. */
  pada: string;
}

/**
 * A month that two people closed as it was in the book; for estates that are loaded in bulk. Call it in the order of the
 * months, after everything of the month is booked.
 */
export async function closeMonth(
  tx: Pick<Tx, 'db'>,
  { bulan, disusun, disetujui }: { bulan: string; disusun: Signature; disetujui: Signature },
): Promise<number> {
  const summary = await summarizeMonth(tx.db, bulan);
  const akun = summary.akun.map(({ akun_id, saldo }) => ({ akun_id, jumlah: saldo }));
  const counted = compare(summary, akun);
  const isi = { Bulan: formatMonth(monthOf(bulan)), ...inLabels(summary, counted) };
  const persetujuan_id = await insertSignedProposal(tx, {
    jenis: closingKind,
    tentang: bulan,
    permintaan: { bulan, akun },
    isi,
    diajukan_oleh: disusun.id,
    diajukan_pada: disusun.pada,
    diputuskan_oleh: disetujui.id,
    diputuskan_pada: disetujui.pada,
  });
  const ringkasan: ClosingSummary = { ...summary, akun: counted, alasan: null };
  return await insertClosing(tx, {
    bulan,
    ringkasan: JSON.stringify(ringkasan),
    entri_terakhir: await lastNumberUpTo(tx.db, disetujui.pada.slice(0, 'YYYY-MM-DD'.length)),
    disusun_oleh: disusun.id,
    disusun_oleh_nama: disusun.nama,
    disusun_pada: disusun.pada,
    disetujui_oleh: disetujui.id,
    disetujui_oleh_nama: disetujui.nama,
    ditutup_pada: disetujui.pada,
    persetujuan_id,
  });
}
