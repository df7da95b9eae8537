import { IconTrash } from '@tabler/icons-react';
import { confirm } from '../../ui/confirm.ts';
import { notify } from '../../ui/notify.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import { useDeleteAccount } from './api.ts';

/** Removes an account after asking. */
export function DeleteAccountAction({ account: { id, nama } }: { account: { id: number; nama: string } }) {
  const { send, isSending } = useDeleteAccount();
  const remove = async () => {
    const message = 'Akun langsung keluar dan tidak dapat masuk lagi.';
    if (!(await confirm({ title: `Hapus akun ${nama}?`, message }))) return;
    try {
      notify.success((await send({ params: { id } })).message, { message: nama });
    } catch (error) {
      notify.failure('Gagal menghapus perangkat.', error);
    }
  };
  return (
    <RowAction
      label="Hapus"
      icon={IconTrash}
      of={nama}
      danger
      busy={isSending}
      onClick={() => void remove()}
    />
  );
}
