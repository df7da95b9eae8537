import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { type ChangeEvent, useLayoutEffect, useReducer, useRef } from 'react';
import field from './field.module.css';
import { type FieldProps, shared } from './field.ts';

interface Props extends FieldProps<number | null> {
  /** Stands before the figure, e.g. 'Rp'. */
  prefix?: string | undefined;
  /** More digits than this are not taken; 12 by default. */
  maxDigits?: number | undefined;
}

/** As in a pasted `Rp 150.000,00`. */
const sen = /,\d{1,2}$/;

const grouped = new Intl.NumberFormat('id-ID');

/** A whole number, grouped while it is typed (`1.250.000`), with the digit keyboard on phones. */
export function NumberField({ value, onChange, prefix, maxDigits = 12, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const digitsAfterCaret = useRef<number | null>(null);
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0);
  const text = typeof value === 'number' ? grouped.format(value) : '';

  // Grouping moves the dots; the caret stays where it was, counted in digits from the end.
  useLayoutEffect(() => {
    const after = digitsAfterCaret.current;
    if (after === null || !input.current) return;
    digitsAfterCaret.current = null;
    let at = text.length;
    for (let left = after; at > 0 && left > 0; at--) if (isDigit(text[at - 1])) left--;
    while (at > 0 && !isDigit(text[at - 1])) at--; // before a dot, so that Backspace meets a digit
    input.current.setSelectionRange(at, at);
  });

  const take = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const caret = currentTarget.selectionStart ?? 0;
    const after = currentTarget.value.slice(caret).replace(/\D/g, '');
    let before = currentTarget.value.slice(0, caret).replace(sen, '').replace(/\D/g, '');
    const erased = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'deleteContentBackward';
    if (erased && before + after === text.replace(/\D/g, '')) before = before.slice(0, -1); // only a dot was hit
    const digits = (before + after).slice(0, maxDigits);
    digitsAfterCaret.current = after.length;
    redraw(); // also when nothing changed, or the caret would jump to the end
    onChange?.(digits === '' ? null : Number(digits));
  };

  return (
    <TextInput
      {...shared(rest)}
      ref={input}
      inputMode="numeric"
      autoComplete="off"
      className={field.figures ?? ''}
      value={text}
      leftSection={prefix}
      leftSectionPointerEvents="none"
      onChange={take}
    />
  );
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && /\d/.test(character);
}
