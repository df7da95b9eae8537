import * as contract from '../../../contract/statements.ts';
import type { Area } from '../../area.ts';
import { statementFileRule, statementRoutes } from './routes.ts';

export const statements: Area = {
  contract,
  routes: statementRoutes,
  assetRules: { statement: statementFileRule },
  uniqueRules: [[/mutasi_pembayaran/, 'line_decided']],
};
