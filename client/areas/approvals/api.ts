import { listApprovals } from '../../../contract/approvals.ts';
import { usePages } from '../../shared/queries.ts';

/** Proposals that nobody has decided yet. */
export const useOpenApprovals = () =>
  usePages('approvals', listApprovals, { query: { status: 'menunggu' as const } });
