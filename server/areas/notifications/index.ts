import * as contract from '../../../contract/notifications.ts';
import type { Area } from '../../area.ts';
import { notificationRoutes } from './routes.ts';

export const notifications: Area = {
  contract,
  routes: notificationRoutes,
};
