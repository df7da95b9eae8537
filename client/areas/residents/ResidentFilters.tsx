import { reachOf } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { BlockField } from '../../shared/BlockField.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import type { FilterProps } from '../../ui/use-filter.ts';
import type { ResidentFilter } from './api.ts';

/** The block filter is only shown to users who see more than one block. */
export function ResidentFilters({ filter, field, onClear }: FilterProps<ResidentFilter>) {
  const choosesBlock = reachOf(useActor(), 'residents.read') === 'all';
  return (
    <FilterBar
      active={filter.block ? 1 : 0}
      onClear={onClear}
      search={{ label: 'Cari warga', placeholder: 'Nama, email, No HP, atau blok', ...field('search') }}
    >
      {choosesBlock && <BlockField {...field('block')} />}
    </FilterBar>
  );
}
