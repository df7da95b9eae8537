import { useState } from 'react';

/** Of a component that shows the filters of a page. */
export interface FilterProps<Filter> {
  filter: Filter;
  onFilter: (change: Partial<Filter>) => void;
  onClear: () => void;
}

/**
 * State of a list's filters. Changes merge, so that two in one event (cleared search, chosen block) are not
 * lost.
 */
export function useFilter<Filter extends object>(everything: Filter) {
  const [filter, setFilter] = useState(everything);
  const change = (part: Partial<Filter>) => setFilter((current) => ({ ...current, ...part }));
  const clear = () => setFilter(everything);
  return { filter, change, clear };
}
