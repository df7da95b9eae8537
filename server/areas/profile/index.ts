import * as contract from '../../../contract/profile.ts';
import type { Area } from '../../area.ts';
import { portraitRule, routes } from './routes.ts';

export const profile: Area = {
  contract,
  routes,
  assetRules: { profile: portraitRule },
};
