import type { Period } from '../../../contract/format.ts';
import {
  filterYears,
  type MonthRow,
  type MonthStatus,
  monthStatuses,
  statusLabels,
} from '../../../contract/payments.ts';
import { blockLetter } from '../../../contract/people.ts';
import { reachOf } from '../../../contract/policy.ts';
import { useActor } from '../../lib/auth.tsx';
import { useThisMonth } from '../../lib/estate.ts';
import { yearsBackFrom } from '../../lib/years.ts';
import { BlockField } from '../../ui/BlockField.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { MonthPicker } from '../../ui/MonthPicker.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SelectField } from '../../ui/SelectField.tsx';

/** The month that is listed, and what of it; '' is everything. */
export interface Filter extends Period {
  block: string;
  status: MonthStatus | '';
  search: string;
}

export const wholeMonth = (period: Period): Filter => ({ ...period, block: '', status: '', search: '' });

export const ofBlock = (rows: readonly MonthRow[], block: string) =>
  rows.filter(({ blok }) => !block || blockLetter(blok) === block);

/** `search` is a piece of a name or of a house. */
export function matching(rows: readonly MonthRow[], { status, search }: { status: string; search: string }) {
  const wanted = search.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (!status || row.status === status) &&
      [row.nama, row.blok ?? ''].some((text) => text.toLowerCase().includes(wanted)),
  );
}

interface Props {
  filter: Filter;
  onFilter(change: Partial<Filter>): void;
  onClear(): void;
}

export function PaymentFilters({ filter, onFilter, onClear }: Props) {
  const thisMonth = useThisMonth();
  const { tahun, bulan, block, status, search } = filter;
  const isThisMonth = tahun === thisMonth.tahun && bulan === thisMonth.bulan;
  const choosesBlock = reachOf(useActor(), 'payments.read') === 'all';
  return (
    <FilterBar
      active={[block, status, !isThisMonth].filter(Boolean).length}
      onClear={onClear}
      search={
        <SearchField
          label="Cari warga"
          placeholder="Nama atau blok"
          value={search}
          onChange={(text) => onFilter({ search: text })}
        />
      }
    >
      {choosesBlock && <BlockField value={block} onChange={(letter) => onFilter({ block: letter })} />}
      <SelectField
        label="Status"
        placeholder="Semua status"
        options={monthStatuses.map((value) => ({ value, label: statusLabels[value] }))}
        value={status}
        onChange={(chosen) => onFilter({ status: chosen as Filter['status'] })}
      />
      <MonthPicker
        year={tahun}
        month={bulan}
        years={yearsBackFrom(filterYears(thisMonth.tahun), tahun)}
        onYear={(year) => onFilter({ tahun: year ?? tahun })}
        onMonth={(month) => onFilter({ bulan: month ?? bulan })}
      />
    </FilterBar>
  );
}
