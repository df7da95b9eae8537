import { monthName } from '../../contract/format.ts';
import field from './field.module.css';
import type { FieldProps } from './field.ts';
import { SelectField } from './SelectField.tsx';

const months = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: monthName(index + 1),
}));

type Bound = Pick<FieldProps<number | null>, 'value' | 'error' | 'data-path'> & {
  onChange: (value: number) => void;
};

interface Props {
  year: Bound;
  month: Bound;
  years: readonly number[];
  /** Why a month cannot be chosen; shown after its name. */
  unavailable?: ((month: number) => string | undefined) | undefined;
}

export function MonthPicker({ year, month, years, unavailable }: Props) {
  const options = months.map(({ value, label }) => {
    const reason = unavailable?.(Number(value));
    return reason === undefined ? { value, label } : { value, label: `${label} · ${reason}`, disabled: true };
  });
  return (
    <div className={field.grid} data-ui-pair>
      <SelectField {...asText(month, 'Pilih bulan')} label="Bulan" options={options} />
      <SelectField {...asText(year, 'Pilih tahun')} label="Tahun" options={years.map(String)} />
    </div>
  );
}

/** The props of a select, which shows the placeholder while nothing is chosen. */
function asText({ value = null, onChange, ...bound }: Bound, placeholder: string) {
  return {
    ...bound,
    value: String(value ?? ''),
    onChange: (text: string) => onChange(Number(text)),
    placeholder: value === null ? placeholder : undefined,
  };
}
