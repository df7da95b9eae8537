/** What the screens about complaints read and send. */
import {
  answerComplaint,
  changeComplaint,
  commentComplaint,
  type ComplaintCategory,
  type ComplaintStatus,
  createComplaint,
  deleteComplaint,
  listComplaintComments,
  listComplaints,
  listOwnComplaints,
} from '../../../contract/complaints.ts';
import { usePages, useRead, useSend } from '../../lib/queries.ts';
import { useSendLater, useWaiting, type WaitingFor } from '../../lib/use-outbox.ts';

/** Every count of complaints follows. */
const topics = ['complaints', 'dashboard', 'reports'] as const;

export interface ComplaintFilter {
  status: ComplaintStatus | '';
  category: ComplaintCategory | '';
  /** A block letter; blank for all. */
  block: string;
  search: string;
}

const queryOf = ({ status, category, block, search }: ComplaintFilter) => ({
  status: status || undefined,
  kategori: category || undefined,
  blok: block || undefined,
  q: search.trim() || undefined,
});

/** One's own complaints, newest first. */
export const useOwnComplaints = () => useRead('complaints', listOwnComplaints, {});

/** The complaints in scope, newest first. */
export const useComplaints = (filter: ComplaintFilter) =>
  usePages('complaints', listComplaints, { query: queryOf(filter) });

/** How many complaints of each status fit the other filters. */
export const useStatusCounts = (filter: ComplaintFilter) =>
  useRead('complaints', listComplaints, { query: { ...queryOf({ ...filter, status: '' }), limit: 1 } }).data
    ?.perStatus;

/** Waits for a connection when there is none. */
export const useCreateComplaint = () => useSendLater(createComplaint, topics);
export const useUnsentComplaints = () => useWaiting(createComplaint);
export type UnsentComplaint = WaitingFor<typeof createComplaint>;
export const useChangeComplaint = () => useSend(changeComplaint, topics);
export const useDeleteComplaint = () => useSend(deleteComplaint, topics);
export const useAnswerComplaint = () => useSend(answerComplaint, topics);

export const useThread = (id: number) => useRead('complaints', listComplaintComments, { params: { id } });
export const useCommentComplaint = () => useSend(commentComplaint, ['complaints']);
