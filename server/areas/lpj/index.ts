import * as contract from '../../../contract/lpj.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const lpj: Area = { contract, routes };
