import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type FieldProps, shared } from './field.ts';

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

interface Props extends FieldProps<string> {
  options: readonly (Option | string)[];
}

/** A native select, for the phone's own picker. `placeholder` becomes the empty first option. */
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
