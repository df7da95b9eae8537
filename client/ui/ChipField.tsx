import type { ReactNode } from 'react';
import { Chip } from './Chip.tsx';
import field from './field.module.css';

interface GroupProps {
  label: string;
  error?: string | undefined;
  'data-path'?: string | undefined;
  children: ReactNode;
}

/** A field of chips. */
export function ChipGroup({ label, error, children, ...rest }: GroupProps) {
  return (
    <div role="group" aria-label={label} tabIndex={error ? -1 : undefined} {...rest}>
      <p className={field.label} aria-hidden>
        {label}
      </p>
      <div className="ui-row">{children}</div>
      {error && <p className={field.error}>{error}</p>}
    </div>
  );
}

interface Props extends Omit<GroupProps, 'children'> {
  options: readonly { value: string; label: string }[];
  value: string;
  onChange(value: string): void;
}

/** One of a few short options, all in view: a tap instead of two with a SelectField. */
export function ChipField({ options, value, onChange, ...group }: Props) {
  return (
    <ChipGroup {...group}>
      {options.map((option) => (
        <Chip key={option.value} aria-pressed={option.value === value} onClick={() => onChange(option.value)}>
          {option.label}
        </Chip>
      ))}
    </ChipGroup>
  );
}
