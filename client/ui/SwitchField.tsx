import { type ReactNode, useId } from 'react';
import css from './SwitchField.module.css';

interface Props {
  label: ReactNode;
  description?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The words for on and off. */
  words?: readonly [on: string, off: string] | undefined;
  disabled?: boolean | undefined;
}

/** Acts at once, so its state is said in a word as well. */
export function SwitchField({
  label,
  description,
  checked,
  onChange,
  words = ['Aktif', 'Nonaktif'],
  disabled,
}: Props) {
  const id = useId();
  return (
    <div className={css.row}>
      <div className={css.words}>
        <p id={id} className={css.label}>
          {label}
        </p>
        {description && <p className={css.description}>{description}</p>}
      </div>
      <button
        type="button"
        role="switch"
        className={css.switch}
        aria-checked={checked}
        aria-labelledby={id}
        disabled={disabled}
        onClick={() => onChange(!checked)}
      >
        <span className={css.track} />
        <span className={css.state} aria-hidden>
          {checked ? words[0] : words[1]}
        </span>
      </button>
    </div>
  );
}
