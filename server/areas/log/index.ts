import * as contract from '../../../contract/log.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const log: Area = { contract, routes };
