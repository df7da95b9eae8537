import type { DocumentGroup } from '../../../contract/documents.ts';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { groupOptions } from './groups.ts';
import type { useDocumentFilter } from './use-document-filter.ts';

export function DocumentFilters({ of }: { of: ReturnType<typeof useDocumentFilter> }) {
  return (
    <FilterBar
      active={of.group ? 1 : 0}
      onClear={of.clear}
      search={
        <SearchField
          label="Cari dokumen"
          placeholder="Cari dokumen..."
          value={of.search}
          onChange={of.setSearch}
        />
      }
    >
      <SelectField
        label="Kategori"
        placeholder="Semua Kategori"
        options={groupOptions}
        value={of.group}
        onChange={(group) => of.setGroup(group as DocumentGroup | '')}
      />
    </FilterBar>
  );
}
