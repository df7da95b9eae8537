/** What others refetch, and what the complainant is told, when a complaint changes. */
import { type Complaint, complaintStatusLabels } from '../../../contract/complaints.ts';
import { notificationTitles } from '../../../contract/events.ts';
import type { Actor } from '../../../contract/people.ts';
import type { Tx } from '../../platform/db/write.ts';

export function complaintTopics(tx: Tx, complaint: { user_id: number; blok: string | null }): void {
  tx.changed('complaints', complaint);
  tx.changed('dashboard', complaint);
  tx.changed('reports', complaint);
}

/** Tells the complainant, unless they did it themselves. */
export async function tellComplainant(
  tx: Tx,
  author: Actor,
  complaint: Complaint,
  message: string,
): Promise<void> {
  if (complaint.user_id === author.id) return;
  const judul = notificationTitles['aduan-updated'];
  const halaman = 'aduan-saya';
  const id = await tx.notify({
    user_id: complaint.user_id,
    jenis: 'aduan-updated',
    judul,
    pesan: message,
    halaman,
  });
  tx.after({
    kind: 'event',
    userId: complaint.user_id,
    event: 'aduan-updated',
    payload: { id, user: author.nama, judul, message, halaman, status: complaint.status },
  });
}

export const answeredMessage = ({ judul, status }: Complaint) =>
  `Aduan "${judul}" kini berstatus ${complaintStatusLabels[status]}.`;

export const commentedMessage = (author: Actor, { judul }: Complaint) =>
  `${author.nama} mengomentari aduan "${judul}".`;
