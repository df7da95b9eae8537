import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { type ChangeEvent, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { formatCount } from '../../contract/format.ts';
import field from './field.module.css';
import { type FieldProps, shared } from './field.ts';
import { applyEdit, caretAt } from './grouped-number.ts';

const notUnderstood = 'Tulis angka lengkap, misalnya 150.000';

interface Props extends FieldProps<number | null> {
  prefix?: string | undefined;
  /** Further digits are ignored; 12 by default. */
  maxDigits?: number | undefined;
}

/**
 * A whole number, grouped while typing (`1.250.000`), with the numeric keyboard on phones. Decimals may be
 * typed or pasted but are dropped. Whatever is not understood stays as it was typed, and forms refuse it.
 */
export function NumberField({ value, onChange, prefix, maxDigits = 12, error, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const digitsAfterCaret = useRef<number | null>(null);
  const [typed, setTyped] = useState({ whole: value, sen: '' });
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const figure = typeof value === 'number' ? formatCount(value) : '';
  const sen = typed.whole === value ? typed.sen : '';
  const [entered, setEntered] = useState('');
  const unread = figure === '' ? entered : '';
  const text = unread || figure + sen;
  useEffect(() => input.current?.setCustomValidity(unread && notUnderstood), [unread]);

  // Grouping moves the separators: keep the caret at the same number of digits from the end.
  useLayoutEffect(() => {
    const after = digitsAfterCaret.current;
    if (after === null || !input.current) return;
    digitsAfterCaret.current = null;
    const caret = caretAt(text, after);
    input.current.setSelectionRange(caret, caret);
  });

  const take = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const edited = applyEdit(
      { figure, sen },
      {
        entered: currentTarget.value,
        caret: currentTarget.selectionStart ?? 0,
        inputType: nativeEvent instanceof InputEvent ? nativeEvent.inputType : '',
      },
    );
    setEntered(edited ? '' : currentTarget.value);
    if (!edited) return onChange?.(null);
    const digits = edited.whole.slice(0, maxDigits);
    const whole = digits === '' ? null : Number(digits);
    digitsAfterCaret.current = edited.digitsAfter;
    rerender(); // also without a change of the value: React would move the caret to the end
    setTyped({ whole, sen: edited.sen });
    onChange?.(whole);
  };

  return (
    <TextInput
      {...shared({ ...rest, error: unread ? notUnderstood : error })}
      ref={input}
      inputMode="numeric"
      autoComplete="off"
      className={field.figures ?? ''}
      value={text}
      leftSection={prefix}
      leftSectionPointerEvents="none"
      onChange={take}
      onBlur={() => setTyped({ whole: value, sen: '' })}
    />
  );
}
