import { useState } from 'react';
import { changesSince } from './form-values.ts';

/**
 * State of a list's filters. Changes merge, so that two in one event (cleared search, chosen block) are not
 * lost.
 */
export function useFilter<Filter extends object>(everything: Filter) {
  const [filter, setFilter] = useState(everything);
  const change = (part: Partial<Filter>) => setFilter((current) => ({ ...current, ...part }));
  const clear = () => setFilter(everything);
  const names = Object.keys(changesSince(everything, filter));
  /** The search does not count: it has a clear button of its own. */
  const active = names.filter((name) => name !== 'search').length;
  /** Props of the field for one of them. */
  const field = <Name extends keyof Filter>(name: Name) => ({
    value: filter[name],
    onChange: (value: Filter[Name]) => setFilter((current) => ({ ...current, [name]: value })),
  });
  return { filter, change, clear, field, active, isFiltered: names.length > 0 };
}
