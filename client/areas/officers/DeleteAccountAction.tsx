import { deleteAccount } from '../../../contract/officers.ts';
import { useSend } from '../../shared/queries.ts';
import { DeleteAction } from '../../ui/DeleteAction.tsx';

export function DeleteAccountAction({ account: { id, nama } }: { account: { id: number; nama: string } }) {
  return (
    <DeleteAction
      id={id}
      of={nama}
      question={{
        title: `Hapus akun ${nama}?`,
        message: 'Akun langsung keluar dan tidak dapat masuk lagi.',
      }}
      by={useSend(deleteAccount)}
      gone={nama}
      failed="Gagal menghapus perangkat."
    />
  );
}
