import * as contract from '../../../contract/rounds.ts';
import type { Area } from '../../area.ts';
import { roundRoutes } from './routes.ts';

export const rounds: Area = {
  contract,
  routes: roundRoutes,
  uniqueRules: [[/payments_one_tap|payments\.ketukan/, 'key_reused']],
};
