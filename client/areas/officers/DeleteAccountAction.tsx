import { DeleteAction } from '../../ui/DeleteAction.tsx';
import { useDeleteAccount } from './api.ts';

export function DeleteAccountAction({ account: { id, nama } }: { account: { id: number; nama: string } }) {
  return (
    <DeleteAction
      id={id}
      of={nama}
      question={{
        title: `Hapus akun ${nama}?`,
        message: 'Akun langsung keluar dan tidak dapat masuk lagi.',
      }}
      by={useDeleteAccount()}
      gone={nama}
      failed="Gagal menghapus perangkat."
    />
  );
}
