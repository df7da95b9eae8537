import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMonth, monthKey, monthOf, type Period, shiftMonth } from '../../../contract/format.ts';
import { getLpj } from '../../../contract/lpj.ts';
import { BegunMonthField } from '../../shared/BegunMonthField.tsx';
import { ExportMenu } from '../../shared/ExportMenu.tsx';
import { useEstate, useThisMonth } from '../../shared/estate.ts';
import { useRead } from '../../shared/queries.ts';
import { ActionRow } from '../../ui/ActionRow.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import css from './Lpj.module.css';
import { LpjReport } from './LpjReport.tsx';

/** The report of some months: on the screen, on paper, and as XLSX. */
export default function LpjTab() {
  const { estateName } = useEstate();
  const thisMonth = useThisMonth();
  const [length, setLength] = useState<Length>('bulan');
  const [first, setFirst] = useState<Period>(() => shiftMonth(thisMonth, -1));
  const [last, setLast] = useState<Period>(() => shiftMonth(thisMonth, -1));
  const span =
    length === 'masa' ? { dari: monthKey(first), sampai: monthKey(last) } : spanAround(first, length);
  const {
    data: read,
    isPlaceholderData,
    error,
    refetch,
  } = useRead(['cash-book', 'payments'], getLpj, {
    query: span,
  });
  const data = isPlaceholderData ? undefined : read; // not the figures of one period under the name of another
  return (
    <>
      <div className={`ui-screen ${css.choices}`}>
        <SelectField
          label="Laporan untuk"
          options={[
            { value: 'bulan', label: 'Satu bulan' },
            { value: 'triwulan', label: 'Triwulan' },
            { value: 'semester', label: 'Semester' },
            { value: 'tahun', label: 'Satu tahun' },
            { value: 'masa', label: 'Masa jabatan' },
          ]}
          value={length}
          onChange={setLength}
        />
        <Month
          label={length === 'masa' ? 'Dari' : length === 'bulan' ? undefined : 'Salah satu bulannya'}
          value={first}
          onChange={setFirst}
        />
        {length === 'masa' && <Month label="Sampai" value={last} onChange={setLast} />}
      </div>
      <ActionRow>
        <Button icon={IconPrinter} onClick={() => print()}>
          Cetak
        </Button>
        <ExportMenu of={getLpj} input={{ query: span }} />
      </ActionRow>
      <Card>
        {data ? (
          <LpjReport title={estateName} period={periodOf(span)} rows={data.data} />
        ) : error ? (
          <ErrorState
            message={error.message}
            title={error.status === 422 ? 'Laporan tidak dapat dibuat' : undefined}
            onRetry={error.status === 422 ? undefined : () => void refetch()}
          />
        ) : (
          <Skeleton height="24rem" />
        )}
      </Card>
    </>
  );
}

function periodOf({ dari, sampai }: { dari: string; sampai: string }): string {
  const [first, last] = [formatMonth(monthOf(dari)), formatMonth(monthOf(sampai))];
  return first === last ? first : `${first} – ${last}`;
}

interface MonthProps {
  /** None where the fields say it. */
  label: string | undefined;
  value: Period;
  onChange: (value: Period) => void;
}

function Month({ label, value, onChange }: MonthProps) {
  return (
    <fieldset className={css.month}>
      {label && <legend className={cx('ui-note', css.legend)}>{label}</legend>}
      <BegunMonthField value={value} onChange={onChange} />
    </fieldset>
  );
}

/** Lengths of a report in months; a term has any. */
const lengths = { bulan: 1, triwulan: 3, semester: 6, tahun: 12 } as const;
type Length = keyof typeof lengths | 'masa';

/** The quarter, half year … that a month lies in. */
function spanAround({ tahun, bulan }: Period, length: keyof typeof lengths) {
  const months = lengths[length];
  const first = { tahun, bulan: Math.floor((bulan - 1) / months) * months + 1 };
  return { dari: monthKey(first), sampai: monthKey(shiftMonth(first, months - 1)) };
}
