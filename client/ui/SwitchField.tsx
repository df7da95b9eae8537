import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Switch } from '@mantine/core';
import css from './SwitchField.module.css';

interface Props {
  label: string;
  description?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  words?: readonly [on: string, off: string] | undefined;
}

/** Applies at once, so its state is also written as a word. */
export function SwitchField({ onChange, words = ['Aktif', 'Nonaktif'], ...rest }: Props) {
  return (
    <Switch
      {...rest}
      onChange={(event) => onChange(event.currentTarget.checked)}
      onLabel={words[0]}
      offLabel={words[1]}
      labelPosition="left"
      classNames={css}
    />
  );
}
