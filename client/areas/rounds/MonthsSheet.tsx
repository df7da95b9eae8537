import { useState } from 'react';
import { formatRupiah } from '../../../contract/format.ts';
import { amountOf } from '../../../contract/owed.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
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

/** How many months were paid, from the oldest on. */
export function MonthsSheet({ house, onClose, onTake }: Props) {
  const [count, setCount] = useState('1');
  const months = house.bulan.slice(0, Number(count));
  return (
    <Sheet
      opened
      onClose={onClose}
      title={`${houseName(house)} · ${house.nama}`}
      size="sm"
      footer={
        <Button look="accent" wide onClick={() => onTake(months)}>
          Terima {formatRupiah(amountOf(months))}
        </Button>
      }
    >
      <SelectField
        label="Bulan yang dibayar"
        description="Mulai dari yang paling lama."
        value={count}
        onChange={setCount}
        options={house.bulan.map((_, at) => ({
          value: String(at + 1),
          label: `${at + 1} bulan: ${formatMonths(house.bulan.slice(0, at + 1))}`,
        }))}
      />
    </Sheet>
  );
}
