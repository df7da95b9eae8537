import * as contract from '../../../contract/rounds.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const rounds: Area = {
  contract,
  routes,
  uniqueRules: [[/payments_one_tap|payments\.ketukan/, 'key_reused']],
};
