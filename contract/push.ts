/** Web push to a closed phone: texts, subscriptions of sessions, and what a person chooses. */
import * as z from 'zod/mini';
import { changed, done, endpoint, one } from './endpoint.ts';
import type { NotificationKind } from './events.ts';
import { count, text } from './fields.ts';
import { namesIn } from './names-in.ts';
import type { Role } from './people.ts';

/** They appear on locked screens, so they name nobody and no amount. */
export const pushTexts: Record<NotificationKind, string> = {
  'new-post': 'Ada postingan baru di Info Warga.',
  'new-payment': 'Ada pembayaran baru untuk diperiksa.',
  'new-aduan': 'Ada aduan baru.',
  'payment-confirmed': 'Pembayaran Anda sudah diperiksa.',
  'aduan-updated': 'Ada kabar tentang aduan Anda.',
  'account-changed': 'Akun Anda diubah. Periksa bila bukan Anda yang mengubahnya.',
  'storage-scarce': 'Penyimpanan server hampir penuh.',
  'backup-late': 'Cadangan data terlambat.',
  announcement: 'Ada pengumuman penting dari pengurus.',
  approval: 'Ada kabar tentang persetujuan.',
};

/** One text for what was held during quiet hours. */
export const digestText = (count: number) => `Ada ${count} kabar baru.`;

/** What the service worker shows, and the page that it leads to. Later ones with the same `tag` replace earlier ones. */
export interface PushMessage {
  isi: string;
  tag: string;
  halaman: string;
}

/** Kinds that a person may switch off. */
export const kindLabels = {
  'payment-confirmed': 'Pembayaran saya diperiksa',
  'new-payment': 'Pembayaran baru untuk diperiksa',
  'aduan-updated': 'Jawaban aduan saya',
  'new-aduan': 'Aduan baru',
  'new-post': 'Postingan baru',
  announcement: 'Pengumuman penting',
} as const satisfies Partial<Record<NotificationKind, string>>;
export type MutableKind = keyof typeof kindLabels;
export const mutableKinds = namesIn(kindLabels);

/** Kinds that accounts of a role receive. */
export const kindsFor = (role: Role): MutableKind[] =>
  mutableKinds.filter((kind) => {
    if (kind === 'new-payment') return role !== 'warga';
    return kind === 'new-aduan' || kind === 'new-post' ? role === 'ketua' : true;
  });

/** Hours of the estate's time zone, possibly across midnight; equal hours: never quiet. */
export const isQuiet = (hour: number, { tenang_dari: from, tenang_sampai: to }: QuietHours) =>
  from < to ? hour >= from && hour < to : from !== to && (hour >= from || hour < to);

export interface QuietHours {
  tenang_dari: number;
  tenang_sampai: number;
}

/** Browsers of one person that get pushes; a further one replaces the oldest. */
export const mostSubscriptions = 10;

const Choice = z.object({
  /** Kinds that are switched off. */
  bisu: z
    .array(z.enum(mutableKinds, 'Jenis pemberitahuan tidak dikenal'))
    .check(z.maxLength(mutableKinds.length, 'Jenis pemberitahuan tidak boleh berulang')),
  tenang_dari: count('Jam', 23),
  tenang_sampai: count('Jam', 23),
});
export type PushChoice = z.output<typeof Choice>;

/** `aktif`: this session gets pushes. `tawarkan`: the account has had a confirmed payment, so it may be asked. */
const PushState = z.extend(Choice, { kunci: z.string(), aktif: z.boolean(), tawarkan: z.boolean() });

export const getPush = endpoint('GET', '/api/push', {
  allow: 'push.own',
  summary: 'Public key for Web Push (RFC 8292), whether this session gets pushes, and what the account chose',
  returns: one(PushState),
});
export const subscribePush = endpoint('PUT', '/api/push', {
  allow: 'push.own',
  counts: 'minute',
  summary: 'Send pushes to this session from now on, until it ends; a new subscription replaces the old one',
  body: z.object({
    endpoint: text('Alamat', 1_000),
    p256dh: text('Kunci', 100).check(z.regex(/^B[\w-]{86}=?$/, 'Kunci tidak valid')),
    auth: text('Rahasia', 30).check(z.regex(/^[\w-]{22}(==)?$/, 'Rahasia tidak valid')),
  }),
  returns: done,
});
export const unsubscribePush = endpoint('DELETE', '/api/push', {
  allow: 'push.own',
  summary: 'Send no more pushes to this session',
  returns: done,
});
export const choosePush = endpoint('PUT', '/api/push/pilihan', {
  allow: 'push.own',
  summary: 'Choose which kinds are pushed, and the quiet hours',
  body: Choice,
  returns: changed(Choice),
});

export const pushAudit = {
  subjects: { push: 'Pemberitahuan HP' },
  actions: { 'push.chosen': 'Memilih pemberitahuan HP' },
} as const;
