import * as contract from '../../../contract/residents.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const residents: Area = { contract, routes };
