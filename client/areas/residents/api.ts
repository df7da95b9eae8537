import { countResidents, listResidents } from '../../../contract/residents.ts';
import { usePages, useRead } from '../../shared/queries.ts';

export interface ResidentFilter {
  /** A block letter; empty for all. */
  block: string;
  search: string;
}

const queryOf = ({ block, search }: ResidentFilter) => ({
  blok: block || undefined,
  q: search.trim() || undefined,
});

export const useResidents = (filter: ResidentFilter) =>
  usePages('residents', listResidents, { query: queryOf(filter) });

/** Number of residents that match the filter, and how many of them are inactive. */
export const useResidentCount = (filter: ResidentFilter) =>
  useRead('residents', countResidents, { query: queryOf(filter) }).data?.data;
