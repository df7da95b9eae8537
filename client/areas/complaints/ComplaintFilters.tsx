import { categoryLabels, complaintCategories } from '../../../contract/complaints.ts';
import { reachOf } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { BlockField } from '../../shared/BlockField.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import type { FilterProps } from '../../ui/use-filter.ts';
import type { ComplaintFilter } from './api.ts';

/** The status filter is the row of tabs. */
export function ComplaintFilters({ filter, field, onClear }: FilterProps<ComplaintFilter>) {
  const choosesBlock = reachOf(useActor(), 'complaints.read') === 'all';
  return (
    <FilterBar
      active={[filter.category, filter.block].filter(Boolean).length}
      onClear={onClear}
      search={{ label: 'Cari aduan', placeholder: 'Judul, isi, atau nama warga', ...field('search') }}
    >
      <SelectField
        {...field('category')}
        label="Kategori"
        placeholder="Semua kategori"
        options={optionsOf(complaintCategories, categoryLabels)}
      />
      {choosesBlock && <BlockField {...field('block')} />}
    </FilterBar>
  );
}
