import { reachOf } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { BlockField } from '../../shared/BlockField.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import type { ResidentFilter } from './api.ts';

interface Props {
  filter: ResidentFilter;
  onFilter(change: Partial<ResidentFilter>): void;
  onClear(): void;
}

/** The block filter is only shown to users who see more than one block. */
export function ResidentFilters({ filter, onFilter, onClear }: Props) {
  const choosesBlock = reachOf(useActor(), 'residents.read') === 'all';
  return (
    <FilterBar
      active={filter.block ? 1 : 0}
      onClear={onClear}
      search={
        <SearchField
          label="Cari warga"
          placeholder="Nama, email, No HP, atau blok"
          value={filter.search}
          onChange={(search) => onFilter({ search })}
        />
      }
    >
      {choosesBlock && <BlockField value={filter.block} onChange={(block) => onFilter({ block })} />}
    </FilterBar>
  );
}
