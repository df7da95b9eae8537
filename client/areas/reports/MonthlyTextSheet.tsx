import { IconCheck, IconCopy, IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { monthKey, shiftMonth } from '../../../contract/format.ts';
import { writeMonthlyText } from '../../../contract/monthly-text.ts';
import { getMonthlyFigures } from '../../../contract/reports.ts';
import { share } from '../../lib/save-file.ts';
import { BegunMonthField } from '../../shared/BegunMonthField.tsx';
import { useEstate, useThisMonth, useToday } from '../../shared/estate.ts';
import { useRead } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { keepAmounts } from '../../ui/keep-amounts.tsx';
import { LoadState } from '../../ui/LoadState.tsx';
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
  const { data, isPlaceholderData } = read;
  const text = data && !isPlaceholderData && writeMonthlyText(data.data, estateName, today);
  return (
    <Sheet opened onClose={onClose} title="Laporan singkat" footer={text && <Actions text={text} />}>
      <BegunMonthField value={month} onChange={setMonth} />
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
