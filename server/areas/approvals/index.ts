import * as contract from '../../../contract/approvals.ts';
import type { Area } from '../../area.ts';
import { approvalRoutes } from './routes.ts';

export const approvals: Area = {
  contract,
  routes: approvalRoutes,
  uniqueRules: [[/persetujuan_one_open|persetujuan\.jenis, persetujuan\.tentang/, 'approval_waiting']],
};
