import { notificationTitles } from '../../../contract/events.ts';
import { formatRupiah } from '../../../contract/format.ts';
import type { Tx } from '../../database/write.ts';
import { handoverTopics } from './changes.ts';
import { findBooked } from './queries.ts';

interface Reversed {
  /** Numbers of both entries of the transfer. */
  entries: readonly number[];
  jumlah: number;
  alasan: string;
}

/** Tells the coordinator of a hand-over whose transfer is reversed that the cash is in their hands again. */
export async function reverseHandover(tx: Tx, { entries, jumlah, alasan }: Reversed): Promise<void> {
  const handover = await findBooked(tx.db, entries);
  if (!handover) return;
  await tx.notify({
    user_id: handover.dari_id,
    jenis: 'approval',
    judul: notificationTitles['handover-reversed'],
    pesan: `${formatRupiah(jumlah)} dari setoran Anda tercatat di tangan Anda lagi. Alasan: ${alasan}`,
    halaman: 'keliling',
  });
  handoverTopics(tx, handover);
}
