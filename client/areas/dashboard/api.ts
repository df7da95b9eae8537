/** Each role's dashboard is one request. */
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
