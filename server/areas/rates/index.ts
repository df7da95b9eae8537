import * as contract from '../../../contract/rates.ts';
import type { Area } from '../../area.ts';
import { rateRoutes } from './routes.ts';

export const rates: Area = {
  contract,
  routes: rateRoutes,
};
