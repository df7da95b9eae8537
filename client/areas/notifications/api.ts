import { countUnread, listNotifications } from '../../../contract/notifications.ts';
import { usePages, useRead } from '../../shared/queries.ts';

export const useUnread = () => useRead('notifications', countUnread, {}).data?.data.unread ?? 0;

export const useNotifications = () => usePages('notifications', listNotifications, {}, { limit: 30 });
