import * as contract from '../../../contract/profile.ts';
import type { Area } from '../../area.ts';
import { portraitRule, profileRoutes } from './routes.ts';

export const profile: Area = {
  contract,
  routes: profileRoutes,
  assetRules: { profile: portraitRule },
};
