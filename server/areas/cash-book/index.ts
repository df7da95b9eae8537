import * as contract from '../../../contract/cash-book.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const cashBook: Area = { contract, routes };
