import '@mantine/core/styles/Input.layer.css';
import { Textarea } from '@mantine/core';
import field from './field.module.css';
import { type FieldProps, shared } from './field.ts';

interface Props extends FieldProps<string> {
  rows?: number | undefined;
}

export function TextareaField({ value, onChange, rows = 3, ...rest }: Props) {
  return (
    <Textarea
      {...shared(rest)}
      classNames={{ input: field.textarea ?? '' }}
      rows={rows}
      style={{ '--rows': rows }}
      value={value ?? ''}
      onChange={(event) => onChange?.(event.currentTarget.value)}
    />
  );
}
