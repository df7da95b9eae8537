import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { useState } from 'react';
import type { ChoiceFieldProps } from './ChoiceField.tsx';
import { shared } from './field.ts';
import css from './SearchableSelect.module.css';
import { useEscape } from './use-escape.ts';

/** Loaded by ChoiceField. */
export default function SearchableSelect({ options, value, onChange, nothing, ...rest }: ChoiceFieldProps) {
  const [opened, setOpened] = useState(false);
  useEscape(opened, () => setOpened(false));
  return (
    <Select
      {...shared(rest)}
      data={[...options]}
      value={value ?? null}
      onChange={(chosen) => onChange?.(chosen)}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      searchable
      limit={100}
      maxDropdownHeight={320}
      nothingFoundMessage={nothing ?? 'Tidak ditemukan'}
      // Fixed and in place: inside the dialog's focus and landmark, yet not cut off by its scrolling body.
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed', zIndex: 450, shadow: 'lg' }}
      classNames={{ option: css.option ?? '' }}
    />
  );
}
