import type { ReactNode } from 'react';
import { keepAmounts } from './keep-amounts.tsx';

/** Props of every field; compatible with `form.field('name')`. */
export interface FieldProps<Value> {
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  value?: Value | undefined;
  onChange?: ((value: Value) => void) | undefined;
  name?: string | undefined;
  id?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
  'data-path'?: string | undefined;
}

/** Drops undefined props (Mantine's types require them to be absent) and makes errors alerts. */
export function shared<Props extends { description?: ReactNode }>(props: Props) {
  const description = keepAmounts(props.description);
  const shown = { ...props, description };
  const given = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
  return {
    ...(given as { [Key in keyof Props]: Exclude<Props[Key], undefined> }),
    errorProps: { role: 'alert' },
  };
}
