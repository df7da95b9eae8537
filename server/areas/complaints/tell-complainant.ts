import { type Complaint, complaintStatusLabels } from '../../../contract/complaints.ts';
import { notificationTitles } from '../../../contract/events.ts';
import type { Actor } from '../../../contract/people.ts';
import type { Tx } from '../../database/write.ts';

/** For changes that affect counts (created, status changed, deleted). */
export function complaintTopics(tx: Tx, complaint: Complaint): void {
  tx.changed(['complaints', 'dashboard', 'reports'], complaint);
}

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
    tentang: complaint.id,
  });
  tx.after({
    kind: 'event',
    userId: complaint.user_id,
    event: 'aduan-updated',
    payload: { id, user: author.nama, judul, message, halaman, status: complaint.status },
  });
}

export const movedMessage = ({ judul, status }: Complaint) =>
  `Aduan "${judul}" kini berstatus ${complaintStatusLabels[status]}.`;

export const answeredMessage = (author: Actor, { judul, status }: Complaint) =>
  `${author.nama} menjawab aduan "${judul}". Status: ${complaintStatusLabels[status]}.`;

export const commentedMessage = (author: Actor, { judul }: Complaint) =>
  `${author.nama} mengomentari aduan "${judul}".`;

export const deletedMessage = (author: Actor, { judul }: Complaint) =>
  `${author.nama} menghapus aduan "${judul}".`;
