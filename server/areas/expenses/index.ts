import * as contract from '../../../contract/expenses.ts';
import type { Area } from '../../area.ts';
import { expensePhotoRule, routes } from './routes.ts';

export const expenses: Area = {
  contract,
  routes,
  assetRules: { expense: expensePhotoRule },
};
