import {
  type ComplaintCategory,
  type ComplaintStatus,
  countComplaints,
  createComplaint,
  listComplaintComments,
  listComplaints,
  listOwnComplaints,
} from '../../../contract/complaints.ts';
import { usePages, useRead } from '../../shared/queries.ts';
import { useSendLater, useWaiting, type WaitingFor } from '../../shared/use-outbox.ts';

export interface ComplaintFilter {
  status: ComplaintStatus | '';
  category: ComplaintCategory | '';
  /** A block letter; empty for all. */
  block: string;
  search: string;
}

const queryOf = ({ category, block, search }: ComplaintFilter) => ({
  kategori: category || undefined,
  blok: block || undefined,
  q: search.trim() || undefined,
});

export const useOwnComplaints = () => useRead('complaints', listOwnComplaints, {});

export const useComplaints = (filter: ComplaintFilter) =>
  usePages('complaints', listComplaints, {
    query: { ...queryOf(filter), status: filter.status || undefined },
  });

export const useStatusCounts = (filter: ComplaintFilter) =>
  useRead('complaints', countComplaints, { query: queryOf(filter) }).data?.data;

/** Stored in the outbox when there is no connection. */
export const useCreateComplaint = () => useSendLater(createComplaint);
export const useUnsentComplaints = () => useWaiting(createComplaint);
export type UnsentComplaint = WaitingFor<typeof createComplaint>;

export const useThread = (id: number) => useRead('complaints', listComplaintComments, { params: { id } });
