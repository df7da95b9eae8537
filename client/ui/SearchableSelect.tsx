import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChoiceFieldProps } from './ChoiceField.tsx';
import { shared } from './field.ts';
import css from './SearchableSelect.module.css';
import { useEscape } from './use-escape.ts';

const pause = 300;

export default function SearchableSelect(props: ChoiceFieldProps) {
  const { options, value, onChange, nothing, onSearch, chosen, ...rest } = props;
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  useEscape(opened, () => setOpened(false));
  const search = useEffectEvent((text: string) => onSearch?.(text === chosen?.label ? '' : text));
  useEffect(() => {
    const timer = setTimeout(() => search(typed), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  const isFound = new Set(options.map((option) => option.value));
  const data = chosen && !isFound.has(chosen.value) ? [...options, chosen] : [...options];
  return (
    <Select
      {...shared(rest)}
      data={data}
      value={value ?? null}
      onChange={(next) => {
        setTyped(''); // also if nothing stays chosen; a new value fills in its label
        onChange?.(next);
      }}
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      {...(onSearch
        ? { filter: ({ options: all }) => all.filter((one) => 'value' in one && isFound.has(one.value)) }
        : {})}
      limit={100}
      maxDropdownHeight="min(20rem, 28dvh)" // what lies below the screen cannot be scrolled to
      nothingFoundMessage={nothing ?? 'Tidak ditemukan'}
      // Fixed and without a portal: inside the dialog's focus trap, but not clipped by its scrolling body.
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed', zIndex: 450, shadow: 'lg' }}
      classNames={css}
    />
  );
}
