import * as contract from '../../../contract/income.ts';
import type { Area } from '../../area.ts';
import { incomeProofRule, routes } from './routes.ts';

export const income: Area = {
  contract,
  routes,
  assetRules: { income: incomeProofRule, 'income-document': incomeProofRule },
};
