import { IconTrash } from '@tabler/icons-react';
import type { Complaint } from '../../../contract/complaints.ts';
import { confirm } from '../../ui/confirm.ts';
import { notify } from '../../ui/notify.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import { useDeleteComplaint } from './api.ts';

export function DeleteAction({ complaint: { id, judul } }: { complaint: Complaint }) {
  const { send, isSending } = useDeleteComplaint();
  const remove = async () => {
    if (!(await confirm({ title: 'Yakin ingin menghapus aduan ini?', message: judul }))) return;
    try {
      notify.success((await send({ params: { id } })).message, { message: judul });
    } catch (error) {
      notify.failure('Gagal menghapus aduan', error);
    }
  };
  return (
    <RowAction
      label="Hapus"
      icon={IconTrash}
      of={`aduan ${judul}`}
      danger
      busy={isSending}
      onClick={() => void remove()}
    />
  );
}
