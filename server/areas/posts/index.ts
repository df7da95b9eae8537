import * as contract from '../../../contract/posts.ts';
import type { Area } from '../../area.ts';
import { postPhotoRule, postRoutes } from './routes.ts';

export const posts: Area = {
  contract,
  routes: postRoutes,
  assetRules: { post: postPhotoRule },
};
