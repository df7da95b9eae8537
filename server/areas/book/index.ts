import * as contract from '../../../contract/book.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const book: Area = {
  contract,
  routes,
  uniqueRules: [[/kas_entri(\.|_)membatalkan/, 'entry_reversed']],
};
