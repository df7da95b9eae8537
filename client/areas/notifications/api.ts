import { countUnread, listNotifications, readNotifications } from '../../../contract/notifications.ts';
import { usePages, useRead, useSend } from '../../shared/queries.ts';

export const useUnread = () => useRead('notifications', countUnread, {}).data?.data.unread ?? 0;

export const useNotifications = () => usePages('notifications', listNotifications, {}, { limit: 30 });

/** Those named, or all. */
export const useMarkRead = () => useSend(readNotifications);
