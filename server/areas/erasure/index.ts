import * as contract from '../../../contract/erasure.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const erasure: Area = { contract, routes };
