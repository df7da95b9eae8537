import { IconFlag, IconSettings, IconUsers, IconUsersGroup } from '@tabler/icons-react';
import { type PageLink, PageLinks } from './QuickLinks.tsx';

const steps: readonly PageLink[] = [
  {
    page: 'management',
    label: '1. Isi pengaturan',
    detail: 'Nama perumahan, iuran, dan rekening',
    icon: IconSettings,
  },
  // Before the officers: an account that the ketua made approves nothing of theirs for 30 days.
  {
    page: 'buku-kas',
    label: '2. Catat saldo awal',
    detail: 'Kas tunai dan bank, sebelum ada perangkat: tidak perlu orang kedua',
    icon: IconFlag,
  },
  {
    page: 'kelola-perangkat',
    label: '3. Tambah perangkat',
    detail: 'Admin dan koordinator tiap blok',
    icon: IconUsersGroup,
  },
  { page: 'kelola-warga', label: '4. Tambah warga', detail: 'Satu akun untuk tiap rumah', icon: IconUsers },
];

/** Setup steps, shown to the ketua while the estate has no data. */
export default function FirstSteps() {
  return <PageLinks title="Langkah pertama" context="Belum ada warga. Mulailah dari sini." links={steps} />;
}
