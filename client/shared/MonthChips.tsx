import { monthKey, monthName, monthOf, type Period } from '../../contract/format.ts';
import { Chip } from '../ui/Chip.tsx';
import css from '../ui/ChipField.module.css';
import field from '../ui/field.module.css';

interface Props {
  label: string;
  months: readonly Period[];
  /** Keys of the chosen months. */
  value: readonly string[];
  onChange(keys: string[]): void;
  error?: string | undefined;
  'data-path'?: string | undefined;
}

/** Any of some months: each is a tap. A chosen one stays, to be taken back, when it is no longer among them. */
export function MonthChips({ label, months, value, onChange, error, ...rest }: Props) {
  const toggle = (key: string) =>
    onChange(value.includes(key) ? value.filter((one) => one !== key) : [...value, key].toSorted());
  const offered = [...new Set([...months.map(monthKey), ...value])].toSorted();
  return (
    <div role="group" aria-label={label} tabIndex={error ? -1 : undefined} {...rest}>
      <p className={field.label} aria-hidden>
        {label}
      </p>
      <div className={css.chips}>
        {offered.map((key) => {
          const { tahun, bulan } = monthOf(key);
          return (
            <Chip key={key} aria-pressed={value.includes(key)} onClick={() => toggle(key)}>
              {monthName(bulan).slice(0, 3)} {tahun}
            </Chip>
          );
        })}
      </div>
      {error && <p className={field.error}>{error}</p>}
    </div>
  );
}
