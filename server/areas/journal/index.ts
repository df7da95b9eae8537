import * as contract from '../../../contract/journal.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const journal: Area = { contract, routes };
