import { countUnread, listNotifications, readNotifications } from '../../../contract/notifications.ts';
import { usePages, useRead, useSend } from '../../shared/queries.ts';

export const useUnread = () => useRead('notifications', countUnread, {}).data?.data.unread ?? 0;

export const useNotifications = () => usePages('notifications', listNotifications, {}, { limit: 30 });

/** Marks the given notifications as read; all of them when no ids are given. */
export const useMarkRead = () => useSend(readNotifications);
