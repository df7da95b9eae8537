/** All pages: key, title, who may open it, and its code. A new page is one row here. */
import { type ComponentType, lazy } from 'react';
import type { Actor } from '../../contract/people.ts';
import { type Action, can } from '../../contract/policy.ts';
import { loadOnce } from '../lib/load-once.ts';
import type { PageKey } from '../shared/navigation.tsx';

type Load = () => Promise<{ default: ComponentType }>;

/** @param allow the page opens if the user may do one of these actions */
const page = (title: string, allow: readonly Action[], load: Load) => {
  const preload = loadOnce(load);
  return { title, allow, preload, Screen: lazy(preload) };
};

const managePayments = () => import('../areas/payments/ManagePaymentsPage.tsx');
const manageComplaints = page(
  'Kelola Aduan Warga',
  ['complaints.answer'],
  () => import('../areas/complaints/ManageComplaintsPage.tsx'),
);
const manageResidents = page(
  'Kelola Warga',
  ['residents.read'],
  () => import('../areas/residents/ManageResidentsPage.tsx'),
);

const ownProfile = page(
  'Profil Saya',
  ['profile.own-warga', 'profile.own-staff'],
  () => import('../areas/profile/ProfilePage.tsx'),
);
const reports = page('Laporan', ['reports.read'], () => import('../areas/reports/ReportsPage.tsx'));

const dashboards = [
  'dashboard.ketua',
  'dashboard.admin',
  'dashboard.koordinator',
  'dashboard.warga',
] as const satisfies Action[];

const dashboard = page('Dashboard', dashboards, () => import('../areas/dashboard/DashboardPage.tsx'));

const pages: Partial<Record<PageKey, ReturnType<typeof page>>> = {
  dashboard,
  payments: page(
    'Pembayaran',
    ['payments.own-warga', 'payments.own-staff'],
    () => import('../areas/payments/PaymentsPage.tsx'),
  ),
  'payments-admin': page('Data Pembayaran', ['payments.read'], managePayments),
  'pembayaran-warga': page('Pembayaran Warga', ['payments.read'], managePayments),
  'verify-payments': page(
    'Verifikasi Pembayaran',
    ['payments.review'],
    () => import('../areas/payments/VerifyPaymentsPage.tsx'),
  ),
  'tambah-pembayaran': page(
    'Tambah Pembayaran Warga',
    ['payments.record'],
    () => import('../areas/payments/RecordPaymentPage.tsx'),
  ),
  tunggakan: page('Tunggakan', ['payments.read'], () => import('../areas/payments/ArrearsPage.tsx')),
  keliling: page('Keliling Iuran', ['rounds.collect'], () => import('../areas/rounds/RoundPage.tsx')),
  setoran: page('Setoran Tunai', ['handovers.read'], () => import('../areas/handovers/HandoversPage.tsx')),
  'info-warga': page('Info Warga', ['posts.read'], () => import('../areas/posts/FeedPage.tsx')),
  'aduan-saya': page(
    'Aduan Saya',
    ['complaints.create'],
    () => import('../areas/complaints/MyComplaintsPage.tsx'),
  ),
  complaints: manageComplaints,
  'aduan-warga': manageComplaints,
  pengeluaran: page('Pengeluaran', ['expenses.read'], () => import('../areas/expenses/ExpensesPage.tsx')),
  'kelola-warga': manageResidents,
  'kelola-warga-admin': manageResidents,
  'kelola-warga-blok': manageResidents,
  residents: page(
    'Data Warga',
    ['residents.read'],
    () => import('../areas/residents/BlockResidentsPage.tsx'),
  ),
  'kelola-perangkat': page(
    'Kelola Perangkat Komunitas',
    ['officers.read'],
    () => import('../areas/officers/OfficersPage.tsx'),
  ),
  users: page('Kelola Akun', ['users.read'], () => import('../areas/officers/AccountsPage.tsx')),
  dokumen: page('Dokumen', ['documents.read'], () => import('../areas/documents/DocumentsPage.tsx')),
  documents: page('Dokumen', ['documents.read'], () => import('../areas/documents/DocumentCardsPage.tsx')),
  'document-management': page(
    'Kelola Dokumen',
    ['documents.upload'],
    () => import('../areas/documents/ManageDocumentsPage.tsx'),
  ),
  profile: ownProfile,
  'profile-warga': ownProfile,
  reports,
  finance: reports,
  // Only for the ketua; the page itself shows an explanation to other roles.
  management: page('Pengaturan', ['settings.read'], () => import('../areas/settings/SettingsPage.tsx')),
  about: page('Tentang', ['settings.read'], () => import('../areas/about/AboutPage.tsx')),
  'buku-kas': page('Buku Kas', ['cash-book.read'], () => import('../areas/cash-book/CashBookPage.tsx')),
};

/** Used by tools that visit every page. */
export const pageKeys = Object.keys(pages) as PageKey[];

function find(key: string) {
  return Object.hasOwn(pages, key) ? pages[key as PageKey] : undefined;
}

export function mayOpen(actor: Pick<Actor, 'jenis'>, key: string): boolean {
  return find(key)?.allow.some((action) => can(actor, action)) ?? false;
}

export function pageOf(key: string) {
  return find(key) ?? dashboard;
}

/** Never rejects: a failed preload is repeated, and reported, when the page is opened. */
export async function preloadPage(key: string): Promise<void> {
  await pageOf(key)
    .preload()
    .catch(() => {});
}
