import { type HouseStatus, houseStatuses, houseStatusLabels } from '../../contract/rates.ts';
import { DateField } from '../ui/DateField.tsx';
import type { FieldProps } from '../ui/field.ts';
import { optionsOf, SelectField } from '../ui/SelectField.tsx';
import { useToday } from './estate.ts';

type Bound<Value> = Omit<FieldProps<Value>, 'label'>;

interface Props {
  status: Bound<HouseStatus>;
  since: Bound<string | null>;
  before: HouseStatus;
}

/** What the house is used for decides about its dues; a change says from which day on. */
export function HouseFields({ status, since, before }: Props) {
  const today = useToday();
  return (
    <>
      <SelectField {...status} label="Status rumah" options={optionsOf(houseStatuses, houseStatusLabels)} />
      {status.value !== before && (
        <DateField
          {...since}
          label="Berlaku sejak"
          description="Kosongkan untuk hari ini. Iuran mengikuti status rumah di akhir bulan."
          max={today}
          clearable
        />
      )}
    </>
  );
}
