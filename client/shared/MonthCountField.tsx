import { type Period, shiftMonth } from '../../contract/format.ts';
import { SelectField } from '../ui/SelectField.tsx';

/** Months that are paid at once, from the chosen one on. */
const monthCounts = Array.from({ length: 12 }, (_, at) => String(at + 1));
/** Instead of a count: any of the open months. */
export const picking = 'pilih';

export interface ChosenPeriod {
  tahun?: number | null | undefined;
  bulan?: number | null | undefined;
}

export const monthsFrom = ({ tahun, bulan }: ChosenPeriod, count: number): Period[] =>
  tahun && bulan ? Array.from({ length: count }, (_, at) => shiftMonth({ tahun, bulan }, at)) : [];

interface Props {
  value: string;
  onChange(value: string): void;
  isPayerChosen: boolean;
  error?: string | undefined;
  'data-path'?: string | undefined;
}

function describe(value: string, isPayerChosen: boolean): string | undefined {
  if (value === picking)
    return isPayerChosen ? undefined : 'Pilih warga dahulu: bulannya muncul di bawah ini.';
  return value === '1' ? undefined : 'Berturut-turut mulai dari yang dipilih di atas, dengan satu bukti.';
}

export function MonthCountField({ value, onChange, isPayerChosen, ...rest }: Props) {
  return (
    <SelectField
      label="Dibayar sekaligus"
      description={describe(value, isPayerChosen)}
      options={[
        ...monthCounts.map((count) => ({ value: count, label: `${count} bulan` })),
        { value: picking, label: 'Pilih bulan' },
      ]}
      value={value}
      onChange={onChange}
      {...rest}
    />
  );
}
