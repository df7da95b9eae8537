import * as contract from '../../../contract/approvals.ts';
import type { Area } from '../../area.ts';
import { routes } from './routes.ts';

export const approvals: Area = {
  contract,
  routes,
  uniqueRules: [[/persetujuan_one_open|persetujuan\.jenis, persetujuan\.tentang/, 'approval_waiting']],
};
