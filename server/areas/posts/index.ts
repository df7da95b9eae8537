import * as contract from '../../../contract/posts.ts';
import type { Area } from '../../area.ts';
import { postPhotoRule, routes } from './routes.ts';

export const posts: Area = {
  contract,
  routes,
  assetRules: { post: postPhotoRule },
};
