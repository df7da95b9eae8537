import {
  IconBook2,
  IconCalendarDue,
  IconChartBar,
  IconChecklist,
  IconChevronRight,
  IconCoins,
  IconFiles,
  IconHome2,
  IconUpload,
  IconUserCog,
  IconWalk,
  IconWallet,
} from '@tabler/icons-react';
import { useActor } from '../../shared/auth.tsx';
import { type PageKey, useNavigation } from '../../shared/navigation.tsx';
import { Section } from '../../ui/Card.tsx';
import type { Icon } from '../../ui/icon.ts';
import css from './QuickLinks.module.css';

export interface PageLink {
  page: PageKey;
  label: string;
  detail: string;
  icon: Icon;
}

/** Pages that are in no menu. */
const links: readonly PageLink[] = [
  {
    page: 'verify-payments',
    label: 'Verifikasi Pembayaran',
    detail: 'Periksa bukti satu per satu',
    icon: IconChecklist,
  },
  {
    page: 'keliling',
    label: 'Keliling Iuran',
    detail: 'Terima tunai di rumah, juga tanpa sinyal',
    icon: IconWalk,
  },
  { page: 'setoran', label: 'Setoran Tunai', detail: 'Uang dari koordinator ke bendahara', icon: IconCoins },
  { page: 'tunggakan', label: 'Tunggakan', detail: 'Siapa yang belum membayar', icon: IconCalendarDue },
  {
    page: 'residents',
    label: 'Data Warga',
    detail: 'Kontak dan iuran bulan ini',
    icon: IconHome2,
  },
  { page: 'users', label: 'Manajemen User', detail: 'Semua akun dan statusnya', icon: IconUserCog },
  {
    page: 'document-management',
    label: 'Manajemen Dokumen',
    detail: 'Unggah dan hapus dokumen',
    icon: IconUpload,
  },
  { page: 'documents', label: 'Arsip Dokumen', detail: 'Pengumuman dan peraturan', icon: IconFiles },
  // In the menu of ketua and admin, but not of coordinators.
  { page: 'reports', label: 'Laporan', detail: 'Iuran dan aduan per tahun', icon: IconChartBar },
  { page: 'buku-kas', label: 'Buku Kas', detail: 'Uang masuk, keluar, dan saldo', icon: IconBook2 },
];

/** In the menu of residents; officers may pay dues as well. */
const ownPayments: PageLink = {
  page: 'payments',
  label: 'Pembayaran Saya',
  detail: 'Bukti dan riwayat iuran Anda',
  icon: IconWallet,
};

export function QuickLinks() {
  const { jenis } = useActor();
  return <PageLinks title="Pintasan" links={jenis === 'warga' ? links : [...links, ownPayments]} />;
}

interface Props {
  title: string;
  context?: string;
  links: readonly PageLink[];
}

/** Links to those of the pages that the user may open. */
export function PageLinks({ links: all, ...heading }: Props) {
  const { canOpen, open } = useNavigation();
  const shown = all.filter(({ page }) => canOpen(page));
  return (
    <Section {...heading} bare>
      <ul className={css.links}>
        {shown.map(({ page, label, detail, icon: Glyph }) => (
          <li key={page}>
            <button type="button" className={`${css.link} ui-card`} onClick={() => open(page)}>
              <Glyph size={24} stroke={1.7} aria-hidden />
              <span className={css.words}>
                <span className={css.label}>{label}</span>
                <span className="ui-detail">{detail}</span>
              </span>
              <IconChevronRight size={20} stroke={2} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
