import type { Context } from './context.ts';
import type { UniqueRule } from './database/write.ts';
import type { AssetRules } from './http/files/assets.ts';
import type { Route } from './http/route.ts';

export interface Area {
  /** Contract module. Each of its endpoints has exactly one route. */
  contract: object;
  routes(context: Context): Route[];
  /** Read permission for stored files of this area. */
  assetRules?: AssetRules;
  /** Refusals for violated unique indexes of this area's tables. */
  uniqueRules?: readonly UniqueRule[];
}
