import type { ReactNode } from 'react';
import { monthName } from '../../contract/format.ts';
import field from './field.module.css';
import { SelectField } from './SelectField.tsx';

const months = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: monthName(index + 1),
}));

interface Props {
  year: number | null;
  month: number | null;
  years: readonly number[];
  onYear: (year: number | null) => void;
  onMonth: (month: number | null) => void;
  /** Why a month cannot be chosen; shown after its name. */
  unavailable?: ((month: number) => string | undefined) | undefined;
  yearError?: ReactNode;
  monthError?: ReactNode;
  yearPath?: string | undefined;
  monthPath?: string | undefined;
}

export function MonthPicker(props: Props) {
  const { year, month, years, onYear, onMonth, yearError, monthError } = props;
  const options = months.map(({ value, label }) => {
    const reason = props.unavailable?.(Number(value));
    return reason === undefined ? { value, label } : { value, label: `${label} · ${reason}`, disabled: true };
  });
  const number = (value: string) => (value === '' ? null : Number(value));
  return (
    <div className={field.grid} data-ui-pair>
      <SelectField
        label="Bulan"
        options={options}
        placeholder={month === null ? 'Pilih bulan' : undefined}
        value={month === null ? '' : String(month)}
        onChange={(value) => onMonth(number(value))}
        error={monthError}
        data-path={props.monthPath}
      />
      <SelectField
        label="Tahun"
        options={years.map(String)}
        placeholder={year === null ? 'Pilih tahun' : undefined}
        value={year === null ? '' : String(year)}
        onChange={(value) => onYear(number(value))}
        error={yearError}
        data-path={props.yearPath}
      />
    </div>
  );
}
