import * as contract from '../../../contract/journal.ts';
import type { Area } from '../../area.ts';
import { journalRoutes } from './routes.ts';

export const journal: Area = {
  contract,
  routes: journalRoutes,
};
