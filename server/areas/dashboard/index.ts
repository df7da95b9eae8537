import * as contract from '../../../contract/dashboard.ts';
import type { Area } from '../../area.ts';
import { dashboardRoutes } from './routes.ts';

export const dashboard: Area = {
  contract,
  routes: dashboardRoutes,
};
