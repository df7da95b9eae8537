import { useState } from 'react';

/** What a list is narrowed to, and back to `everything`; changes of one moment (an emptied search, a chosen block) add up. */
export function useFilter<Filter extends object>(everything: Filter) {
  const [filter, setFilter] = useState(everything);
  const change = (part: Partial<Filter>) => setFilter((current) => ({ ...current, ...part }));
  const clear = () => setFilter(everything);
  return { filter, change, clear };
}
