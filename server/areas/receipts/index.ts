import * as contract from '../../../contract/receipts.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const receipts: Area = { contract, routes };
