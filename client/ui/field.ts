import type { FocusEventHandler, ReactNode } from 'react';

/** What every field takes; `form.getInputProps('name')` fits into all of them. */
export interface FieldProps<Value> {
  label: ReactNode;
  /** One sentence under the label. */
  description?: ReactNode;
  /** Under the field, announced. */
  error?: ReactNode;
  value?: Value | undefined;
  onChange?: ((value: Value) => void) | undefined;
  onBlur?: FocusEventHandler<HTMLElement> | undefined;
  onFocus?: FocusEventHandler<HTMLElement> | undefined;
  name?: string | undefined;
  id?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
  'data-path'?: string | undefined;
}

/** Drops what is undefined (Mantine's types want absent, not undefined) and makes errors heard. */
export function shared<Props extends object>(props: Props) {
  const given = Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined));
  return {
    ...(given as { [Key in keyof Props]: Exclude<Props[Key], undefined> }),
    errorProps: { role: 'alert' },
  };
}
