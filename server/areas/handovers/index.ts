import * as contract from '../../../contract/handovers.ts';
import type { Area } from '../../area.ts';
import { handoverRoutes } from './routes.ts';

export const handovers: Area = {
  contract,
  routes: handoverRoutes,
  uniqueRules: [[/setoran_one_waiting|setoran\.akun_id/, 'handover_waiting']],
};
