import * as contract from '../../../contract/payments.ts';
import type { Area } from '../../area.ts';
import { proofRule, routes } from './routes.ts';

export const payments: Area = {
  contract,
  routes,
  assetRules: { proof: proofRule },
  uniqueRules: [[/payments_one_live|payments\.user_id, payments\.tahun/, 'payment_exists']],
};
