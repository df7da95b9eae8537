import * as contract from '../../../contract/handovers.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const handovers: Area = {
  contract,
  routes,
  uniqueRules: [[/setoran_one_waiting|setoran\.akun_id/, 'handover_waiting']],
};
