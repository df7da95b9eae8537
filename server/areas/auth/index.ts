import * as contract from '../../../contract/auth.ts';
import type { Area } from '../../area.ts';
import { authRoutes } from './routes.ts';

export const auth: Area = {
  contract,
  routes: authRoutes,
};
