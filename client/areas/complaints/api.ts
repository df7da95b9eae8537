/** What the screens about complaints read and send. */
import {
  answerComplaint,
  changeComplaint,
  commentComplaint,
  type ComplaintCategory,
  type ComplaintStatus,
  countComplaints,
  createComplaint,
  deleteComplaint,
  listComplaintComments,
  listComplaints,
  listOwnComplaints,
} from '../../../contract/complaints.ts';
import { usePages, useRead, useSend } from '../../shared/queries.ts';
import { useSendLater, useWaiting, type WaitingFor } from '../../shared/use-outbox.ts';

export interface ComplaintFilter {
  status: ComplaintStatus | '';
  category: ComplaintCategory | '';
  /** A block letter; blank for all. */
  block: string;
  search: string;
}

const queryOf = ({ category, block, search }: ComplaintFilter) => ({
  kategori: category || undefined,
  blok: block || undefined,
  q: search.trim() || undefined,
});

/** One's own complaints, newest first. */
export const useOwnComplaints = () => useRead('complaints', listOwnComplaints, {});

/** The complaints in scope, newest first. */
export const useComplaints = (filter: ComplaintFilter) =>
  usePages('complaints', listComplaints, {
    query: { ...queryOf(filter), status: filter.status || undefined },
  });

/** How many complaints of each status fit the other filters. */
export const useStatusCounts = (filter: ComplaintFilter) =>
  useRead('complaints', countComplaints, { query: queryOf(filter) }).data?.data;

/** Waits for a connection when there is none. */
export const useCreateComplaint = () => useSendLater(createComplaint);
export const useUnsentComplaints = () => useWaiting(createComplaint);
export type UnsentComplaint = WaitingFor<typeof createComplaint>;
export const useChangeComplaint = () => useSend(changeComplaint);
export const useDeleteComplaint = () => useSend(deleteComplaint);
export const useAnswerComplaint = () => useSend(answerComplaint);

export const useThread = (id: number) => useRead('complaints', listComplaintComments, { params: { id } });
export const useCommentComplaint = () => useSend(commentComplaint);
