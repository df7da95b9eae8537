import * as contract from '../../../contract/dashboard.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const dashboard: Area = { contract, routes };
