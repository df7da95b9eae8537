import type { ComponentProps } from 'react';
import { monthKey, monthName, monthOf, type Period } from '../../contract/format.ts';
import { Chip } from '../ui/Chip.tsx';
import { ChipGroup } from '../ui/ChipField.tsx';

interface Props extends Omit<ComponentProps<typeof ChipGroup>, 'children'> {
  months: readonly Period[];
  /** Keys of the chosen months. */
  value: readonly string[];
  onChange(keys: string[]): void;
}

/** Any of some months: each is a tap. A chosen one stays, to be taken back, when it is no longer among them. */
export function MonthChips({ months, value, onChange, ...group }: Props) {
  const toggle = (key: string) =>
    onChange(value.includes(key) ? value.filter((one) => one !== key) : [...value, key].toSorted());
  const offered = [...new Set([...months.map(monthKey), ...value])].toSorted();
  return (
    <ChipGroup {...group}>
      {offered.map((key) => {
        const { tahun, bulan } = monthOf(key);
        return (
          <Chip key={key} aria-pressed={value.includes(key)} onClick={() => toggle(key)}>
            {monthName(bulan).slice(0, 3)} {tahun}
          </Chip>
        );
      })}
    </ChipGroup>
  );
}
