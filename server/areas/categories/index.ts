import * as contract from '../../../contract/categories.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const categories: Area = {
  contract,
  routes,
  uniqueRules: [[/kategori_nama_unique/, 'category_exists', 'nama']],
};
