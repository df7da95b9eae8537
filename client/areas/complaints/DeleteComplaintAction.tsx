import type { Complaint } from '../../../contract/complaints.ts';
import { DeleteAction } from '../../ui/DeleteAction.tsx';
import { useDeleteComplaint } from './api.ts';

export function DeleteComplaintAction({ complaint: { id, judul } }: { complaint: Complaint }) {
  return (
    <DeleteAction
      id={id}
      of={`aduan ${judul}`}
      question={{ title: 'Yakin ingin menghapus aduan ini?', message: judul }}
      by={useDeleteComplaint()}
      gone={judul}
      failed="Gagal menghapus aduan"
    />
  );
}
