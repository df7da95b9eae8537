import { Chip } from './Chip.tsx';
import css from './ChipField.module.css';
import field from './field.module.css';

interface Props {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange(value: string): void;
  error?: string | undefined;
  'data-path'?: string | undefined;
}

/** One of a few short options, all in view: a tap instead of two with a SelectField. */
export function ChipField({ label, options, value, onChange, error, ...rest }: Props) {
  return (
    <div role="group" aria-label={label} tabIndex={error ? -1 : undefined} {...rest}>
      <p className={field.label} aria-hidden>
        {label}
      </p>
      <div className={css.chips}>
        {options.map((option) => (
          <Chip
            key={option.value}
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value)}
          >
            {option.label}
          </Chip>
        ))}
      </div>
      {error && <p className={field.error}>{error}</p>}
    </div>
  );
}
