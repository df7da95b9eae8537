import {
  IconBook2,
  IconBuildingCommunity,
  IconCashBanknotePlus,
  IconChartBar,
  IconFileText,
  IconHome,
  IconMessageReport,
  IconReceipt,
  IconSettings,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react';
import type { Actor, Role } from '../../contract/people.ts';
import type { Settings } from '../../contract/settings.ts';
import type { PageKey } from '../shared/navigation.tsx';
import type { Icon } from '../ui/icon.ts';
import { mayOpen } from './pages.ts';

export interface MenuItem {
  key: PageKey;
  label: string;
  icon: Icon;
}

const item = (key: PageKey, label: string, icon: Icon): MenuItem => ({ key, label, icon });

const dashboard = item('dashboard', 'Dashboard', IconHome);
const posts = item('info-warga', 'Info Warga', IconBuildingCommunity);
const blockComplaints = item('aduan-warga', 'Aduan Warga', IconMessageReport);
const residentPayments = item('pembayaran-warga', 'Pembayaran Warga', IconWallet);
const residents = item('kelola-warga', 'Kelola Warga', IconUsers);
const expenses = item('pengeluaran', 'Pengeluaran', IconReceipt);
const documents = item('dokumen', 'Dokumen', IconFileText);
const reports = item('reports', 'Laporan', IconChartBar);
const profile = item('profile', 'Profil', IconUserCircle);

const menus: Record<Role, readonly MenuItem[]> = {
  warga: [
    dashboard,
    posts,
    item('aduan-saya', 'Aduan Saya', IconMessageReport),
    item('payments', 'Pembayaran', IconWallet),
    expenses,
    documents,
    profile,
  ],
  koordinator_perblok: [
    dashboard,
    posts,
    item('kelola-warga-blok', 'Kelola Warga', IconUsers),
    item('tambah-pembayaran', 'Tambah Pembayaran', IconCashBanknotePlus),
    blockComplaints,
    residentPayments,
    expenses,
    documents,
    profile,
  ],
  admin: [
    dashboard,
    posts,
    residents,
    item('complaints', 'Kelola Aduan', IconMessageReport),
    item('payments-admin', 'Data Pembayaran', IconWallet),
    expenses,
    reports,
    documents,
    profile,
  ],
  ketua: [
    dashboard,
    posts,
    residents,
    item('kelola-perangkat', 'Perangkat Komunitas', IconUsersGroup),
    blockComplaints,
    residentPayments,
    expenses,
    reports,
    documents,
    item('management', 'Pengaturan', IconSettings),
    profile,
  ],
};

/** Pages without an entry of their own belong to that of their family, in this order. */
const families: readonly (readonly PageKey[])[] = [
  [
    'payments',
    'payments-admin',
    'pembayaran-warga',
    'verify-payments',
    'tambah-pembayaran',
    'tunggakan',
    'keliling',
    'setoran',
  ],
  ['kelola-warga', 'kelola-warga-admin', 'kelola-warga-blok', 'residents'],
  ['kelola-perangkat', 'users', 'kelola-warga'], // admins lack the first: 'kelola-warga' is marked
  ['aduan-saya', 'aduan-warga', 'complaints'],
  ['dokumen', 'documents', 'document-management'],
  ['reports', 'finance', 'buku-kas'],
  ['profile', 'profile-warga', 'about'],
];

const ofComplaints: readonly PageKey[] = ['aduan-saya', 'aduan-warga', 'complaints'];

export function menuOf(actor: Pick<Actor, 'jenis'>, estate: Pick<Settings, 'complaintMenuEnabled'>) {
  return menus[actor.jenis].filter(
    ({ key }) => mayOpen(actor, key) && (estate.complaintMenuEnabled || !ofComplaints.includes(key)),
  );
}

/** The cash book is only in the bottom bar of phones; the sidebar omits it by the feature configuration. */
export function tabsOf(actor: Pick<Actor, 'jenis'>, estate: Pick<Settings, 'complaintMenuEnabled'>) {
  const menu = menuOf(actor, estate);
  const cashBook = item('buku-kas', 'Kas', IconBook2);
  const at = menu.findIndex(({ key }) => key === 'dokumen' || key === 'profile');
  return mayOpen(actor, 'buku-kas') ? menu.toSpliced(at < 0 ? menu.length : at, 0, cashBook) : menu;
}

/** The menu entry to mark as active; `dashboard` for pages that belong to none. */
export function entryOf(entries: readonly MenuItem[], page: string): PageKey {
  const keys = entries.map(({ key }) => key);
  const family = families.find((each) => each.some((key) => key === page)) ?? [];
  return keys.find((key) => key === page) ?? family.find((key) => keys.includes(key)) ?? 'dashboard';
}
