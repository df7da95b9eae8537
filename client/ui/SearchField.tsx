import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import field from './field.module.css';
import { TextField } from './TextField.tsx';

export interface SearchProps {
  label?: string | undefined;
  placeholder?: string | undefined;
  value: string;
  /** Called when typing pauses, and at once when cleared. */
  onChange: (value: string) => void;
}

export function SearchField({ label = 'Cari', placeholder = 'Cari…', value, onChange }: SearchProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const change = useEffectEvent(onChange);
  if (known !== value) {
    setKnown(value); // changed by the parent, e.g. filters were cleared
    setText(value);
  }
  useEffect(() => {
    if (text === known) return;
    const timer = setTimeout(() => change(text), text === '' ? 0 : 300);
    return () => clearTimeout(timer);
  }, [text, known]);

  return (
    <TextField
      ref={input}
      label={label}
      placeholder={placeholder}
      icon={IconSearch}
      autoComplete="off"
      value={text}
      onChange={setText}
      right={
        text !== '' && (
          <button
            type="button"
            className={field.inlineButton}
            aria-label="Kosongkan pencarian"
            onClick={() => {
              setText('');
              input.current?.focus();
            }}
          >
            <IconX size={18} stroke={2} aria-hidden />
          </button>
        )
      }
    />
  );
}
