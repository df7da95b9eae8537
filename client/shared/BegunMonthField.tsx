import { type Period } from '../../contract/format.ts';
import { filterYears } from '../../contract/payments.ts';
import { hasBegun } from '../../contract/reports.ts';
import { MonthPicker } from '../ui/MonthPicker.tsx';
import { useThisMonth } from './estate.ts';
import { yearsBackFrom } from './years.ts';

interface Props {
  value: Period;
  onChange(value: Period): void;
}

/** A month of which there may be figures. A later one of the running year becomes the current one. */
export function BegunMonthField({ value, onChange }: Props) {
  const thisMonth = useThisMonth();
  const choose = (chosen: Period) => onChange(hasBegun(chosen, thisMonth) ? chosen : thisMonth);
  const years = filterYears(thisMonth.tahun).filter((year) => year <= thisMonth.tahun);
  return (
    <MonthPicker
      year={{ value: value.tahun, onChange: (tahun) => choose({ ...value, tahun }) }}
      month={{ value: value.bulan, onChange: (bulan) => onChange({ ...value, bulan }) }}
      years={yearsBackFrom(years, value.tahun).toReversed()}
      unavailable={(bulan) => (hasBegun({ ...value, bulan }, thisMonth) ? undefined : 'belum mulai')}
    />
  );
}
