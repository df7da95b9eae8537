import * as contract from '../../../contract/book.ts';
import type { Area } from '../../area.ts';
import { bookRoutes } from './routes.ts';

export const book: Area = {
  contract,
  routes: bookRoutes,
  uniqueRules: [[/kas_entri(\.|_)membatalkan/, 'entry_reversed']],
};
