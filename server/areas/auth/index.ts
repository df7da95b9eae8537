import * as contract from '../../../contract/auth.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const auth: Area = { contract, routes };
