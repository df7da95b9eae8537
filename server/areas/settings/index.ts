import * as contract from '../../../contract/settings.ts';
import type { Area } from '../../area.ts';
import { settingsRoutes } from './routes.ts';

export const settings: Area = {
  contract,
  routes: settingsRoutes,
};
