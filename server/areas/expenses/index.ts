import * as contract from '../../../contract/expenses.ts';
import type { Area } from '../../area.ts';
import { expensePhotoRule, expenseRoutes } from './routes.ts';

export const expenses: Area = {
  contract,
  routes: expenseRoutes,
  assetRules: { expense: expensePhotoRule },
};
