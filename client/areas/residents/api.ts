/** What the screens about residents read and send. */
import {
  type AccountStatus,
  changeResident,
  createResident,
  deleteResident,
  listResidents,
} from '../../../contract/residents.ts';
import { usePages, useRead, useSend } from '../../lib/queries.ts';

/** Residents appear by name in most lists. */
const topics = ['residents', 'officers', 'payments', 'dashboard', 'reports', 'cash-book'] as const;

export interface ResidentFilter {
  /** A block letter; blank for all. */
  block: string;
  search: string;
}

const queryOf = ({ block, search }: ResidentFilter) => ({
  blok: block || undefined,
  q: search.trim() || undefined,
});

/** House by house. */
export const useResidents = (filter: ResidentFilter) =>
  usePages('residents', listResidents, { query: queryOf(filter) });

/** How many residents the filter finds, all or those in one state; null when a search finds more than are counted. */
export const useResidentCount = (filter: ResidentFilter, status?: AccountStatus) =>
  useRead('residents', listResidents, { query: { ...queryOf(filter), status, limit: 1 } }).data?.total;

export const useCreateResident = () => useSend(createResident, topics);
export const useChangeResident = () => useSend(changeResident, topics);
export const useDeleteResident = () => useSend(deleteResident, topics);
