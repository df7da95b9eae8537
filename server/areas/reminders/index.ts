import * as contract from '../../../contract/reminders.ts';
import type { Area } from '../../area.ts';
import { reminderRoutes } from './routes.ts';

export const reminders: Area = {
  contract,
  routes: reminderRoutes,
};
