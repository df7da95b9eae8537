import * as contract from '../../../contract/bills.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const bills: Area = { contract, routes };
