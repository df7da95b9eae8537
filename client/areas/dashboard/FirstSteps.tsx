import { IconFlag, IconSettings, IconUsers, IconUsersGroup } from '@tabler/icons-react';
import { link, PageLinks } from './QuickLinks.tsx';

const withoutSecond = 'Uang tunai dan bank. Sekarang belum perlu persetujuan orang kedua';

const steps = [
  link('management', '1. Isi pengaturan', 'Nama perumahan, iuran, dan rekening', IconSettings),
  // Before the officers: an account that the ketua made approves nothing of theirs for 30 days.
  link('buku-kas', '2. Catat saldo awal', withoutSecond, IconFlag),
  link('kelola-perangkat', '3. Tambah perangkat', 'Admin dan koordinator tiap blok', IconUsersGroup),
  link('kelola-warga', '4. Tambah warga', 'Satu akun untuk tiap rumah', IconUsers),
];

/** Setup steps, shown to the ketua while the estate has no data. */
export default function FirstSteps() {
  return <PageLinks title="Langkah pertama" context="Belum ada warga. Mulailah dari sini." links={steps} />;
}
