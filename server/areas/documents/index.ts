import * as contract from '../../../contract/documents.ts';
import type { Area } from '../../area.ts';
import { documentRoutes, documentRule } from './routes.ts';

export const documents: Area = {
  contract,
  routes: documentRoutes,
  assetRules: { document: documentRule },
};
