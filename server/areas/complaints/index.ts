import * as contract from '../../../contract/complaints.ts';
import type { Area } from '../../area.ts';
import { complaintPhotoRule, routes } from './routes.ts';

export const complaints: Area = {
  contract,
  routes,
  assetRules: { complaint: complaintPhotoRule, answer: complaintPhotoRule },
};
