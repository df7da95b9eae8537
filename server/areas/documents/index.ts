import * as contract from '../../../contract/documents.ts';
import type { Area } from '../../area.ts';
import { documentRule, routes } from './routes.ts';

export const documents: Area = {
  contract,
  routes,
  assetRules: { document: documentRule },
};
