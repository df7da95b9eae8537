import { type Complaint, deleteComplaint } from '../../../contract/complaints.ts';
import { useSend } from '../../shared/queries.ts';
import { DeleteAction } from '../../ui/DeleteAction.tsx';
import { topicOf } from './topic.ts';

export function DeleteComplaintAction({ complaint }: { complaint: Complaint }) {
  const { id, judul } = complaint;
  return (
    <DeleteAction
      id={id}
      of={topicOf(complaint)}
      question={{ title: 'Yakin ingin menghapus aduan ini?', message: judul }}
      by={useSend(deleteComplaint)}
      gone={judul}
      failed="Gagal menghapus aduan"
    />
  );
}
