import * as contract from '../../../contract/auditors.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const auditors: Area = { contract, routes };
