import type { Context } from './context.ts';
import type { UniqueRule } from './database/write.ts';
import type { AssetRules } from './http/files/assets.ts';
import type { Route } from './http/route.ts';

export interface Area {
  /** Contract module. Each of its endpoints has exactly one route. */
  contract: object;
  routes(context: Context): Route[];
  assetRules?: AssetRules;
  uniqueRules?: readonly UniqueRule[];
}
