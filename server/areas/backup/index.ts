import * as contract from '../../../contract/backup.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const backup: Area = { contract, routes };
