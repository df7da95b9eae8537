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

interface PageLink {
  page: PageKey;
  label: string;
  detail: string;
  icon: Icon;
}

export const link = (page: PageKey, label: string, detail: string, icon: Icon): PageLink => ({
  page,
  label,
  detail,
  icon,
});

/** Pages that are in no menu. */
const links = [
  link('verify-payments', 'Verifikasi Pembayaran', 'Periksa bukti satu per satu', IconChecklist),
  link('keliling', 'Keliling Iuran', 'Terima tunai di rumah, juga tanpa sinyal', IconWalk),
  link('setoran', 'Setoran Tunai', 'Uang iuran dari koordinator', IconCoins),
  link('tunggakan', 'Tunggakan', 'Siapa yang belum membayar', IconCalendarDue),
  link('residents', 'Data Warga', 'Kontak dan iuran bulan ini', IconHome2),
  link('users', 'Kelola Akun', 'Semua akun dan statusnya', IconUserCog),
  link('document-management', 'Kelola Dokumen', 'Tambah dan hapus dokumen', IconUpload),
  link('documents', 'Arsip Dokumen', 'Pengumuman dan peraturan', IconFiles),
  // In the menu of ketua and admin, but not of coordinators.
  link('reports', 'Laporan', 'Iuran dan aduan per tahun', IconChartBar),
  link('buku-kas', 'Buku Kas', 'Uang masuk, keluar, dan saldo', IconBook2),
];

/** In the menu of residents; officers may pay dues as well. */
const ownPayments = link('payments', 'Pembayaran Saya', 'Bukti dan riwayat iuran Anda', IconWallet);

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
      <ul className={`ui-parts ${css.links}`}>
        {shown.map(({ page, label, detail, icon: Glyph }) => (
          <li key={page}>
            <button type="button" className={`${css.link} ui-card`} onClick={() => open(page)}>
              <Glyph size={24} stroke={1.7} aria-hidden />
              <span className={`ui-rest ${css.words}`}>
                <span className={css.label}>{label}</span>
                <span className="ui-detail">{detail}</span>
              </span>
              <IconChevronRight className="ui-muted" size={20} stroke={2} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
