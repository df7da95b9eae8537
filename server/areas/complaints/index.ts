import * as contract from '../../../contract/complaints.ts';
import type { Area } from '../../area.ts';
import { complaintPhotoRule, complaintRoutes } from './routes.ts';

export const complaints: Area = {
  contract,
  routes: complaintRoutes,
  assetRules: { complaint: complaintPhotoRule, answer: complaintPhotoRule },
};
