import type { DocumentGroup } from '../../../contract/documents.ts';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import type { FilterProps } from '../../ui/use-filter.ts';
import { groupOptions } from './groups.ts';

/** '' means all. */
export const everything: { group: DocumentGroup | ''; search: string } = { group: '', search: '' };

export function DocumentFilters({ filter, field, onClear }: FilterProps<typeof everything>) {
  return (
    <FilterBar
      active={filter.group ? 1 : 0}
      onClear={onClear}
      search={{ label: 'Cari dokumen', placeholder: 'Cari dokumen...', ...field('search') }}
    >
      <SelectField {...field('group')} label="Kategori" placeholder="Semua Kategori" options={groupOptions} />
    </FilterBar>
  );
}
