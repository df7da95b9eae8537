import * as z from 'zod/mini';
import { endpoint, maxId, one, paging } from './endpoint.ts';
import { notificationKinds } from './events.ts';

export const Notification = z.object({
  id: z.number(),
  jenis: z.enum(notificationKinds),
  judul: z.string(),
  pesan: z.string(),
  halaman: z.string(),
  dibaca: z.boolean(),
  tanggal: z.string(),
});
export type Notification = z.output<typeof Notification>;

export const listNotifications = endpoint('GET', '/api/notifications', {
  allow: 'notifications.own',
  summary: 'Own notifications, newest first, and the number of unread ones',
  query: z.object(paging),
  returns: z.object({ data: z.array(Notification), unread: z.number(), nextCursor: z.nullable(z.string()) }),
});
export const countUnread = endpoint('GET', '/api/notifications/jumlah', {
  allow: 'notifications.own',
  summary: 'How many own notifications are unread',
  returns: one(z.object({ unread: z.number() })),
});
export const readNotifications = endpoint('POST', '/api/notifications/read', {
  allow: 'notifications.own',
  counts: 'minute',
  summary: 'Mark own notifications as read: those in `ids`, or all without `ids`',
  body: z.object({
    ids: z.optional(
      z
        .array(
          z
            .int('ids harus berisi angka')
            .check(z.positive('ids tidak valid'), z.maximum(maxId, 'ids tidak valid')),
          'ids harus berupa daftar',
        )
        .check(z.maxLength(200, 'ids maksimal 200')),
    ),
  }),
  returns: z.object({ unread: z.number(), message: z.string() }),
});
