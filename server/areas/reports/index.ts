import * as contract from '../../../contract/reports.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const reports: Area = { contract, routes };
