/** What travels over the socket: topics that changed, and the few events a person is told about. */
import type { Allow } from './endpoint.ts';

/**
 * The areas of the product, each with the actions whose holders may see a change in it. The rooms that hear a
 * change follow from the policy table, so nobody learns of what they may not read.
 */
export const topicAudience = {
  payments: ['payments.read', 'payments.own-staff', 'payments.own-warga'],
  'cash-book': ['cash-book.read'],
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
} as const satisfies Record<string, readonly Exclude<Allow, 'public' | 'signed-in'>[]>;

export type Topic = keyof typeof topicAudience;
export const topics = Object.keys(topicAudience) as Topic[];

/** The kinds of stored notifications; all but `account-changed` are also events of the same moment. */
export const notificationKinds = [
  'new-post',
  'new-payment',
  'new-aduan',
  'payment-confirmed',
  'aduan-updated',
  'account-changed',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** To the ketua: something new came in. To a complainant: something happened to the complaint. */
export interface NewsEvent {
  /** Stored notification, so that a client never shows it twice. */
  id: number;
  user: string;
  judul: string;
  message: string;
  halaman: string;
}

/** To the payer: the decision on a payment. `status` is dikonfirmasi or ditolak. */
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
  'data-changed': (event: { topics: Topic[] }) => void;
}

export interface ClientEvents {
  'join-room': (userId: unknown, acknowledge?: (answer: { status: 'success' | 'error' }) => void) => void;
}

/**
 * Header of answers to readings of signed-in people: the moment, among all changes, before which the data was read. A
 * socket that gives the oldest one of its page as `auth.moment` hears on connecting of what changed since; without it,
 * of what changes from then on.
 */
export const momentHeader = 'x-moment';

/** The titles of the specification's notification texts. */
export const notificationTitles = {
  'new-post': 'Postingan Baru!',
  'new-payment': 'Pembayaran Baru!',
  'new-aduan': 'Aduan Baru!',
  'payment-confirmed': 'Pembayaran Dikonfirmasi!',
  'payment-rejected': 'Pembayaran Ditolak',
  'aduan-updated': 'Aduan Diperbarui',
  'account-changed': 'Akun Anda Diubah',
} as const;
