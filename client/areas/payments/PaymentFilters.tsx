import { filterYears, monthStatuses, statusLabels } from '../../../contract/payments.ts';
import { reachOf } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { BlockField } from '../../shared/BlockField.tsx';
import { useThisMonth } from '../../shared/estate.ts';
import { yearsBackFrom } from '../../shared/years.ts';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { MonthPicker } from '../../ui/MonthPicker.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import type { FilterProps } from '../../ui/use-filter.ts';
import type { MonthFilter } from './api.ts';

export function PaymentFilters({ filter, field, onClear }: FilterProps<MonthFilter>) {
  const thisMonth = useThisMonth();
  const { tahun, bulan, block, status } = filter;
  const isThisMonth = tahun === thisMonth.tahun && bulan === thisMonth.bulan;
  const choosesBlock = reachOf(useActor(), 'payments.read') === 'all';
  return (
    <FilterBar
      active={[block, status, !isThisMonth].filter(Boolean).length}
      onClear={onClear}
      search={{ label: 'Cari warga', placeholder: 'Nama, blok, No HP', ...field('search') }}
    >
      {choosesBlock && <BlockField {...field('block')} />}
      <SelectField
        {...field('status')}
        label="Status"
        placeholder="Semua status"
        options={optionsOf(monthStatuses, statusLabels)}
      />
      <MonthPicker
        year={field('tahun')}
        month={field('bulan')}
        years={yearsBackFrom(filterYears(thisMonth.tahun), tahun)}
      />
    </FilterBar>
  );
}
