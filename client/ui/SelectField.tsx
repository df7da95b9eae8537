import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type FieldProps, shared } from './field.ts';

export interface Option {
  value: string;
  label: string;
  /** Shown, but not to be chosen. */
  disabled?: boolean;
}

interface Props extends FieldProps<string> {
  options: readonly (Option | string)[];
}

/** The phone's own picker: large, familiar, readable. `placeholder` becomes the empty first choice. */
export function SelectField({ value, onChange, options, placeholder, ...rest }: Props) {
  const data = options.map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  );
  return (
    <NativeSelect
      {...shared(rest)}
      data={placeholder === undefined ? data : [{ value: '', label: placeholder }, ...data]}
      value={value ?? ''}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      rightSection={<IconChevronDown size={20} stroke={1.8} aria-hidden />}
    />
  );
}
