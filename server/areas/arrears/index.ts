import * as contract from '../../../contract/arrears.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const arrears: Area = { contract, routes };
