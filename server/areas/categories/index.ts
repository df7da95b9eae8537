import * as contract from '../../../contract/categories.ts';
import type { Area } from '../../area.ts';
import { categoryRoutes } from './routes.ts';

export const categories: Area = {
  contract,
  routes: categoryRoutes,
  uniqueRules: [[/kategori_nama_unique/, 'category_exists', 'nama']],
};
