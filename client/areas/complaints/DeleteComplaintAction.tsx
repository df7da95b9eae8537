import { type Complaint, deleteComplaint } from '../../../contract/complaints.ts';
import { useSend } from '../../shared/queries.ts';
import { DeleteAction } from '../../ui/DeleteAction.tsx';

export function DeleteComplaintAction({ complaint: { id, judul } }: { complaint: Complaint }) {
  return (
    <DeleteAction
      id={id}
      of={`aduan ${judul}`}
      question={{ title: 'Yakin ingin menghapus aduan ini?', message: judul }}
      by={useSend(deleteComplaint)}
      gone={judul}
      failed="Gagal menghapus aduan"
    />
  );
}
