import * as settlements from '../../../contract/settlements.ts';
import * as contract from '../../../contract/statements.ts';
import type { Area } from '../../area.ts';
import { routes, statementFileRule } from './routes.ts';

export const statements: Area = {
  contract: { ...contract, ...settlements },
  routes,
  assetRules: { statement: statementFileRule },
  uniqueRules: [[/mutasi_pembayaran/, 'line_decided']],
};
