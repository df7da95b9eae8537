import { SelectField } from '../ui/SelectField.tsx';
import { yearsBackFrom } from './years.ts';

interface Props {
  value: number;
  onChange(year: number): void;
  offered: readonly number[];
}

/** The year of a list, the newest first. */
export function YearField({ value, onChange, offered }: Props) {
  return (
    <SelectField
      label="Tahun"
      options={yearsBackFrom(offered, value).toReversed().map(String)}
      value={String(value)}
      onChange={(year) => onChange(Number(year))}
    />
  );
}
