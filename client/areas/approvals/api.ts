import { decideApproval, listApprovals } from '../../../contract/approvals.ts';
import { reverseEntry } from '../../../contract/book.ts';
import { usePages, useSend } from '../../shared/queries.ts';

/** Proposals that nobody has decided yet. */
export const useOpenApprovals = () =>
  usePages('approvals', listApprovals, { query: { status: 'menunggu' as const } });

export const useDecideApproval = () => useSend(decideApproval);
export const useReverseEntry = () => useSend(reverseEntry);
