import * as contract from '../../../contract/income.ts';
import type { Area } from '../../area.ts';
import { incomeProofRule, incomeRoutes } from './routes.ts';

export const income: Area = {
  contract,
  routes: incomeRoutes,
  assetRules: { income: incomeProofRule, 'income-document': incomeProofRule },
};
