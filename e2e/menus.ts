/** Menus and page titles of the product specification, §2, written by hand. */
import type { PageKey } from '../client/shared/navigation.tsx';
import type { DemoRole } from './demo.ts';

export const layouts = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 800 },
} as const;
export type Layout = keyof typeof layouts;

export type Labels = Partial<Record<PageKey, string>>;

const first: Labels = { dashboard: 'Dashboard', 'info-warga': 'Info Warga' };
const last: Labels = { dokumen: 'Dokumen', profile: 'Profil' };

const menus: Record<DemoRole, Labels> = {
  Warga: {
    ...first,
    'aduan-saya': 'Aduan Saya',
    payments: 'Pembayaran',
    pengeluaran: 'Pengeluaran',
    ...last,
  },
  'Koordinator Blok': {
    ...first,
    'kelola-warga-blok': 'Kelola Warga',
    'tambah-pembayaran': 'Tambah Pembayaran',
    'aduan-warga': 'Aduan Warga',
    'pembayaran-warga': 'Pembayaran Warga',
    pengeluaran: 'Pengeluaran',
    ...last,
  },
  Admin: {
    ...first,
    'kelola-warga': 'Kelola Warga',
    complaints: 'Kelola Aduan',
    'payments-admin': 'Data Pembayaran',
    pengeluaran: 'Pengeluaran',
    reports: 'Laporan',
    ...last,
  },
  Ketua: {
    ...first,
    'kelola-warga': 'Kelola Warga',
    'kelola-perangkat': 'Perangkat Komunitas',
    'aduan-warga': 'Aduan Warga',
    'pembayaran-warga': 'Pembayaran Warga',
    pengeluaran: 'Pengeluaran',
    reports: 'Laporan',
    dokumen: 'Dokumen',
    management: 'Pengaturan',
    profile: 'Profil',
  },
};
const cashBook: Labels = { 'buku-kas': 'Kas' };
export const menuOf = (role: DemoRole, layout: Layout) => ({
  ...menus[role],
  ...(layout === 'phone' && cashBook),
});

const ownTitles: Partial<Record<DemoRole, Labels>> = {
  'Koordinator Blok': {
    dashboard: 'Dashboard Koordinator Blok A',
    complaints: 'Aduan Blok A',
    'aduan-warga': 'Aduan Blok A',
    'payments-admin': 'Pembayaran Warga Blok A',
    'pembayaran-warga': 'Pembayaran Warga Blok A',
    'kelola-warga': 'Kelola Warga Blok A',
    'kelola-warga-admin': 'Kelola Warga Blok A',
    'kelola-warga-blok': 'Kelola Warga Blok A',
    tunggakan: 'Tunggakan Blok A',
    reports: 'Laporan Blok A',
    finance: 'Laporan Blok A',
  },
  Admin: { dashboard: 'Dashboard Admin', 'pembayaran-warga': 'Data Pembayaran' },
  Ketua: { dashboard: 'Dashboard Ketua', 'payments-admin': 'Pembayaran Warga' },
};
const titles: Record<PageKey, string> = {
  dashboard: 'Dashboard',
  'info-warga': 'Info Warga',
  'aduan-saya': 'Aduan Saya',
  complaints: 'Kelola Aduan Warga',
  'aduan-warga': 'Kelola Aduan Warga',
  payments: 'Pembayaran',
  'verify-payments': 'Verifikasi Pembayaran',
  'payments-admin': 'Data Pembayaran',
  'pembayaran-warga': 'Pembayaran Warga',
  'tambah-pembayaran': 'Tambah Pembayaran Warga',
  tunggakan: 'Tunggakan',
  keliling: 'Keliling Iuran',
  setoran: 'Setoran Tunai',
  users: 'Kelola Akun',
  residents: 'Data Warga',
  'kelola-warga': 'Kelola Warga',
  'kelola-warga-admin': 'Kelola Warga',
  'kelola-warga-blok': 'Kelola Warga',
  'kelola-perangkat': 'Kelola Perangkat Komunitas',
  reports: 'Laporan',
  finance: 'Laporan',
  dokumen: 'Dokumen',
  documents: 'Dokumen',
  'document-management': 'Kelola Dokumen',
  pengeluaran: 'Pengeluaran',
  'buku-kas': 'Buku Kas',
  management: 'Pengaturan',
  about: 'Tentang',
  profile: 'Profil Saya',
  'profile-warga': 'Profil Saya',
};
export const titleOf = (role: DemoRole, key: PageKey) => ownTitles[role]?.[key] ?? titles[key];

const officers: readonly DemoRole[] = ['Ketua', 'Admin', 'Koordinator Blok'];

/** Pages that only some roles may open. */
const audiences: Partial<Record<PageKey, readonly DemoRole[]>> = {
  complaints: officers,
  'aduan-warga': officers,
  'verify-payments': officers,
  'payments-admin': officers,
  'pembayaran-warga': officers,
  'tambah-pembayaran': officers,
  tunggakan: officers,
  keliling: officers,
  setoran: officers,
  residents: officers,
  'kelola-warga': officers,
  'kelola-warga-admin': officers,
  'kelola-warga-blok': officers,
  reports: officers,
  finance: officers,
  users: ['Ketua', 'Admin'],
  'document-management': ['Ketua', 'Admin'],
  'kelola-perangkat': ['Ketua'],
};
export const pageKeys = Object.keys(titles) as PageKey[];
export const isFor = (role: DemoRole, key: PageKey) => audiences[key]?.includes(role) ?? true;
