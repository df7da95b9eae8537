import * as settlements from '../../../contract/settlements.ts';
import * as contract from '../../../contract/statements.ts';
import type { Area } from '../../area.ts';
import { statementFileRule, statementRoutes } from './routes.ts';

export const statements: Area = {
  contract: { ...contract, ...settlements },
  routes: statementRoutes,
  assetRules: { statement: statementFileRule },
  uniqueRules: [[/mutasi_pembayaran/, 'line_decided']],
};
