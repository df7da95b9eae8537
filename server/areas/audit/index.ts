import * as contract from '../../../contract/audit.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const audit: Area = { contract, routes };
