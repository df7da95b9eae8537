import { useState } from 'react';
import { amountOf } from '../../../contract/amount-of.ts';
import { formatRupiah, monthKey } from '../../../contract/format.ts';
import { formatMonths, mostTappedMonths } from '../../../contract/payment-months.ts';
import { MonthChips } from '../../shared/MonthChips.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import type { HouseState } from './round-state.ts';
import { houseName } from './use-round.ts';

interface Props {
  house: HouseState;
  onClose(): void;
  onTake(months: HouseState['bulan']): void;
}

const picking = 'pilih';

/** Which months were paid: some from the oldest on, or single ones. */
export function MonthsSheet({ house, onClose, onTake }: Props) {
  const [count, setCount] = useState('1');
  const [picked, setPicked] = useState<string[]>([]);
  const isPicking = count === picking;
  const months = isPicking
    ? house.bulan.filter((month) => picked.includes(monthKey(month)))
    : house.bulan.slice(0, Number(count));
  return (
    <Sheet
      opened
      onClose={onClose}
      title={`${houseName(house)} · ${house.nama}`}
      size="sm"
      footer={
        <Button
          look="accent"
          wide
          onClick={() => onTake(months)}
          disabled={months.length === 0 || months.length > mostTappedMonths}
        >
          Terima {formatRupiah(amountOf(months))}
        </Button>
      }
    >
      <SelectField
        label="Bulan yang dibayar"
        description={isPicking ? undefined : 'Mulai dari yang paling lama.'}
        value={count}
        onChange={setCount}
        options={[
          ...house.bulan.map((_, at) => ({
            value: String(at + 1),
            label: `${at + 1} bulan: ${formatMonths(house.bulan.slice(0, at + 1))}`,
          })),
          { value: picking, label: 'Pilih bulan' },
        ]}
      />
      {isPicking && (
        <MonthChips label="Pilih bulan" months={house.bulan} value={picked} onChange={setPicked} />
      )}
    </Sheet>
  );
}
