/** What the dashboards read: each role one call of its own. */
import {
  adminDashboard,
  ketuaDashboard,
  koordinatorDashboard,
  wargaDashboard,
} from '../../../contract/dashboard.ts';
import { useRead } from '../../shared/queries.ts';

export const useKetuaDashboard = () => useRead('dashboard', ketuaDashboard, {});
export const useAdminDashboard = () => useRead('dashboard', adminDashboard, {});
export const useKoordinatorDashboard = () => useRead('dashboard', koordinatorDashboard, {});
export const useWargaDashboard = () => useRead('dashboard', wargaDashboard, {});
