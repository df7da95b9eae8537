import { listClosings } from '../../../contract/closings.ts';
import { usePages, useRead } from '../../shared/queries.ts';

export const useClosings = () => usePages('cash-book', listClosings, {}, { limit: 24 });

/** The month to close next; it changes with the decision about its proposal. */
export function useNextClosing() {
  const { data, error } = useRead('approvals', listClosings, { query: { limit: 1 } });
  return { next: data?.berikutnya, error };
}
