/** What an area of the product declares about itself; its `index.ts` exports one of these. */
import type { Context } from './context.ts';
import type { UniqueRule } from './database/write.ts';
import type { AssetRules } from './http/files/assets.ts';
import type { Route } from './http/route.ts';

export interface Area {
  /** The module of the contract whose calls the area answers, each by exactly one route. */
  contract: object;
  routes(context: Context): Route[];
  /** Who may see the stored files that its rows name. */
  assetRules?: AssetRules;
  /** What a violated unique index of its tables means to people. */
  uniqueRules?: readonly UniqueRule[];
}
