import { reachOf } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { BlockField } from '../../shared/BlockField.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import type { useResidents } from './use-residents.ts';

/** The block filter is only shown to users who see more than one block. */
export function ResidentFilters({ of: { filter, clear, field } }: { of: ReturnType<typeof useResidents> }) {
  const choosesBlock = reachOf(useActor(), 'residents.read') === 'all';
  return (
    <FilterBar
      active={filter.block ? 1 : 0}
      onClear={clear}
      search={{ label: 'Cari warga', placeholder: 'Nama, email, No HP, atau blok', ...field('search') }}
    >
      {choosesBlock && <BlockField {...field('block')} />}
    </FilterBar>
  );
}
