import * as contract from '../../../contract/rates.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const rates: Area = { contract, routes };
