import { IconCheck, IconCopy, IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { monthKey, type Period, shiftMonth } from '../../../contract/format.ts';
import { writeMonthlyText } from '../../../contract/monthly-text.ts';
import { filterYears } from '../../../contract/payments.ts';
import { getMonthlyFigures } from '../../../contract/reports.ts';
import { share } from '../../lib/save-file.ts';
import { useEstate, useThisMonth, useToday } from '../../shared/estate.ts';
import { useRead } from '../../shared/queries.ts';
import { yearsBackFrom } from '../../shared/years.ts';
import { Button } from '../../ui/Button.tsx';
import { keepAmounts } from '../../ui/keep-amounts.tsx';
import { LoadState } from '../../ui/LoadState.tsx';
import { MonthPicker } from '../../ui/MonthPicker.tsx';
import { notify } from '../../ui/notify.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import css from './reports.module.css';

/** A text for the group of the estate, of the last month unless another one is chosen. */
export default function MonthlyTextSheet({ onClose }: { onClose(): void }) {
  const thisMonth = useThisMonth();
  const today = useToday();
  const { estateName } = useEstate();
  const [month, setMonth] = useState(() => shiftMonth(thisMonth, -1));
  const read = useRead(['reports', 'cash-book'], getMonthlyFigures, {
    query: { bulan: monthKey(month) },
  });
  const isBegun = (chosen: Period) => monthKey(chosen) <= monthKey(thisMonth);
  const choose = (chosen: Period) => setMonth(isBegun(chosen) ? chosen : thisMonth);
  const years = filterYears(thisMonth.tahun).filter((year) => year <= thisMonth.tahun);
  const { data, isPlaceholderData } = read;
  const text = data && !isPlaceholderData && writeMonthlyText(data.data, estateName, today);
  return (
    <Sheet opened onClose={onClose} title="Laporan singkat" footer={text && <Actions text={text} />}>
      <MonthPicker
        year={{ value: month.tahun, onChange: (tahun) => choose({ ...month, tahun }) }}
        month={{ value: month.bulan, onChange: (bulan) => setMonth({ ...month, bulan }) }}
        years={yearsBackFrom(years, month.tahun).toReversed()}
        unavailable={(bulan) => (isBegun({ ...month, bulan }) ? undefined : 'belum mulai')}
      />
      {text && <p className={css.text}>{keepAmounts(text)}</p>}
      {!text && <LoadState of={read} height="14rem" radius="var(--ui-radius)" />}
    </Sheet>
  );
}

function Actions({ text }: { text: string }) {
  const [copied, setCopied] = useState('');
  const send = async () => {
    if (!(await share({ text })))
      notify.error('Laporan tidak dapat dibagikan', { message: 'Tekan Salin, lalu tempel di grup.' });
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      notify.error('Laporan tidak dapat disalin', { message: 'Pilih teksnya, lalu salin.' });
    }
  };
  const isCopied = copied === text;
  return (
    <div className="ui-row">
      {'share' in navigator && (
        <Button look="primary" icon={IconShare} onClick={() => void send()}>
          Bagikan
        </Button>
      )}
      <Button icon={isCopied ? IconCheck : IconCopy} onClick={() => void copy()}>
        {isCopied ? 'Tersalin' : 'Salin'}
      </Button>
    </div>
  );
}
