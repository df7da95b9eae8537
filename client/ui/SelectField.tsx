import '@mantine/core/styles/Input.layer.css';
import { NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type FieldProps, shared } from './field.ts';

export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

/** Some values, and a word for each. */
export const optionsOf = <Value extends string>(
  values: readonly Value[],
  words: Readonly<Record<Value, string>>,
): Option<Value>[] => values.map((value) => ({ value, label: words[value] }));

interface Props<Value extends string> extends FieldProps<Value> {
  options: readonly (Option<NoInfer<Value>> | NoInfer<Value>)[];
}

/**
 * A native select, for the phone's own picker. `placeholder` becomes the empty first option. A value that is no longer
 * offered is shown as such: the browser would show the first option instead.
 */
export function SelectField<Value extends string>(props: Props<Value>) {
  const { value, onChange, options, placeholder, ...rest } = props;
  const data = options.map((option) =>
    typeof option === 'string' ? { value: option, label: option } : option,
  );
  const isGone = value && data.length > 0 && data.every((option) => option.value !== value);
  return (
    <NativeSelect
      {...shared(rest)}
      data={[
        ...(placeholder === undefined ? [] : [{ value: '', label: placeholder }]),
        ...(isGone ? [{ value, label: 'Sudah tidak ada', disabled: true }] : []),
        ...data,
      ]}
      value={value ?? ''}
      onChange={(event) => onChange?.(event.currentTarget.value as Value)}
      rightSection={<IconChevronDown size={20} stroke={1.8} aria-hidden />}
    />
  );
}
