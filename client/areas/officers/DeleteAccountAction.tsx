import { deleteAccount } from '../../../contract/officers.ts';
import type { Role } from '../../../contract/people.ts';
import { useSend } from '../../shared/queries.ts';
import { residentDeletion } from '../../shared/resident-deletion.ts';
import { DeleteAction } from '../../ui/DeleteAction.tsx';

interface Props {
  account: { id: number; nama: string; jenis: Role };
}

export function DeleteAccountAction({ account: { id, nama, jenis } }: Props) {
  return (
    <DeleteAction
      id={id}
      of={nama}
      {...(jenis === 'warga' ? residentDeletion(nama) : officerDeletion(nama))}
      by={useSend(deleteAccount)}
      gone={nama}
    />
  );
}

const officerDeletion = (nama: string) => ({
  question: {
    title: `Hapus akun ${nama}?`,
    message: 'Akun langsung keluar dan tidak dapat masuk lagi.',
  },
  failed: 'Gagal menghapus perangkat.',
});
