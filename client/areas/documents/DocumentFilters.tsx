import type { DocumentGroup } from '../../../contract/documents.ts';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import type { useFilter } from '../../ui/use-filter.ts';
import { groupOptions } from './groups.ts';

/** '' means all. */
export const everything: { group: DocumentGroup | ''; search: string } = { group: '', search: '' };

type Props = ReturnType<typeof useFilter<typeof everything>>;

export function DocumentFilters({ field, active, clear }: Props) {
  return (
    <FilterBar
      active={active}
      onClear={clear}
      search={{ label: 'Cari dokumen', placeholder: 'Cari dokumen...', ...field('search') }}
    >
      <SelectField {...field('group')} label="Kategori" placeholder="Semua Kategori" options={groupOptions} />
    </FilterBar>
  );
}
