import { monthName } from '../../contract/format.ts';
import field from './field.module.css';
import type { FieldProps } from './field.ts';
import { SelectField } from './SelectField.tsx';

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
  const months = Array.from({ length: 12 }, (_, at) => {
    const reason = unavailable?.(at + 1);
    const label = monthName(at + 1);
    return {
      value: String(at + 1),
      label: reason ? `${label} · ${reason}` : label,
      disabled: Boolean(reason),
    };
  });
  return (
    <div className={`ui-parts ${field.grid}`} data-ui-pair>
      <SelectField {...asText(month, 'Pilih bulan')} label="Bulan" options={months} />
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
