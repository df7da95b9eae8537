import type { DocumentGroup } from '../../../contract/documents.ts';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { groupOptions } from './groups.ts';

/** '' means all. */
export const everything: { group: DocumentGroup | ''; search: string } = { group: '', search: '' };

interface Props {
  filter: typeof everything;
  onFilter(change: Partial<typeof everything>): void;
  onClear(): void;
}

export function DocumentFilters({ filter, onFilter, onClear }: Props) {
  return (
    <FilterBar
      active={filter.group ? 1 : 0}
      onClear={onClear}
      search={
        <SearchField
          label="Cari dokumen"
          placeholder="Cari dokumen..."
          value={filter.search}
          onChange={(search) => onFilter({ search })}
        />
      }
    >
      <SelectField
        label="Kategori"
        placeholder="Semua Kategori"
        options={groupOptions}
        value={filter.group}
        onChange={(group) => onFilter({ group: group as DocumentGroup | '' })}
      />
    </FilterBar>
  );
}
