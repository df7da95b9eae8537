import { listResidents } from '../../../contract/residents.ts';
import { usePages } from '../../shared/queries.ts';
import { useFilter } from '../../ui/use-filter.ts';

/** The residents that a page lists, and what they are filtered by. */
export function useResidents() {
  const { filter, clear, field, isFiltered } = useFilter({ block: '', search: '' });
  const { block, search } = filter;
  const query = { blok: block || undefined, q: search.trim() || undefined };
  const list = usePages('residents', listResidents, { query });
  return { list, query, isFiltered, filter, clear, field };
}
