import { useId } from 'react';
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
  const name = useId();
  return (
    <fieldset className={css.group} aria-invalid={error ? true : undefined}>
      <legend className={field.label}>{label}</legend>
      <div className={css.chips} tabIndex={error ? -1 : undefined} {...rest}>
        {options.map((option) => (
          <label key={option.value} className={css.chip}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && <p className={field.error}>{error}</p>}
    </fieldset>
  );
}
