import * as contract from '../../../contract/closings.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const closings: Area = {
  contract,
  routes,
  uniqueRules: [[/tutup_buku(\.|_)bulan/, 'month_not_next']],
};
