import * as contract from '../../../contract/places.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const places: Area = {
  contract,
  routes,
  uniqueRules: [[/(akun|dana)_nama_unique/, 'place_name_taken', 'nama']],
};
