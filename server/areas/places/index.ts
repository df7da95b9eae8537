import * as contract from '../../../contract/places.ts';
import type { Area } from '../../area.ts';
import { placeRoutes } from './routes.ts';

export const places: Area = {
  contract,
  routes: placeRoutes,
  uniqueRules: [[/(akun|dana)_nama_unique/, 'place_name_taken', 'nama']],
};
