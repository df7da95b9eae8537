import type { Allow } from './endpoint.ts';
import { namesIn } from './names-in.ts';

/**
 * Topics, each with the actions whose holders may see a change in it. Rooms are derived from these actions through the
 * policy table, so nobody is notified of data they may not read.
 */
export const topicAudience = {
  payments: ['payments.read', 'payments.own-staff', 'payments.own-warga'],
  rounds: ['rounds.collect', 'handovers.read'],
  'cash-book': ['cash-book.read'],
  statements: ['statements.read'],
  complaints: ['complaints.read'],
  posts: ['posts.read'],
  expenses: ['expenses.read'],
  documents: ['documents.read'],
  residents: ['residents.read'],
  officers: ['officers.read', 'users.read'],
  settings: ['settings.read'],
  notifications: ['notifications.own'],
  dashboard: ['dashboard.ketua', 'dashboard.admin', 'dashboard.koordinator', 'dashboard.warga'],
  reports: ['reports.read'],
  approvals: ['approvals.read'],
  auditors: ['pengawas.read'],
} as const satisfies Record<string, readonly Exclude<Allow, 'public' | 'signed-in'>[]>;

export type Topic = keyof typeof topicAudience;
export const topics = namesIn(topicAudience);

/** Kinds of stored notifications; all but the last five are also sent as a socket event. */
export const notificationKinds = [
  'new-post',
  'new-payment',
  'new-aduan',
  'payment-confirmed',
  'aduan-updated',
  'account-changed',
  'storage-scarce',
  'backup-late',
  'announcement',
  'approval',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export interface NewsEvent {
  /** Id of the stored notification; lets the client drop duplicates. */
  id: number;
  user: string;
  judul: string;
  message: string;
  halaman: string;
}

export interface PaymentConfirmedEvent {
  id: number;
  status: string;
  judul: string;
  message: string;
  catatan: string | null;
  halaman: string;
}

export interface ServerEvents {
  'new-post': (event: NewsEvent) => void;
  'new-payment': (event: NewsEvent) => void;
  'new-aduan': (event: NewsEvent) => void;
  'payment-confirmed': (event: PaymentConfirmedEvent) => void;
  'aduan-updated': (event: NewsEvent & { status: string }) => void;
  'settings-changed': (event: { complaintMenuEnabled: boolean }) => void;
  /** Carries the new counts, so that clients need not refetch the feed. */
  'likes-changed': (event: { likes: { id: number; total_likes: number }[] }) => void;
  'data-changed': (event: { topics: Topic[] }) => void;
}

export interface ClientEvents {
  'join-room': (userId: unknown, acknowledge?: (answer: { status: 'success' | 'error' }) => void) => void;
}

/** Response header of writes: the topics that the caller must refetch, separated by spaces. */
export const changedHeader = 'x-changed';

export const notificationTitles = {
  'new-post': 'Postingan Baru!',
  'new-payment': 'Pembayaran Baru!',
  'new-aduan': 'Aduan Baru!',
  'payment-confirmed': 'Pembayaran Dikonfirmasi!',
  'payment-rejected': 'Pembayaran Ditolak',
  'payment-reversed': 'Pembayaran Dibatalkan',
  'aduan-updated': 'Aduan Diperbarui',
  'account-changed': 'Akun Anda Diubah',
  'storage-scarce': 'Penyimpanan Hampir Penuh',
  'backup-late': 'Cadangan Data Terlambat',
  'approval-needed': 'Menunggu Persetujuan Anda',
  'approval-hindered': 'Usulan Menunggu Orang Kedua',
  'approval-granted': 'Usulan Disetujui',
  'handover-made': 'Setoran Tunai Menunggu',
  'handover-accepted': 'Setoran Diterima',
  'handover-refused': 'Setoran Ditolak',
  'handover-reversed': 'Setoran Dibatalkan',
  'auditors-named': 'Pengawas Ditetapkan',
  'auditor-ended': 'Pengawas Berhenti',
  'settings-announced': 'Perubahan Penting',
  'log-restored': 'Data Dipulihkan',
  'approval-refused': 'Usulan Ditolak',
} as const;
