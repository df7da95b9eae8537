import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { type ChangeEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import field from './field.module.css';
import { type FieldProps, shared } from './field.ts';

interface Props extends FieldProps<number | null> {
  prefix?: string | undefined;
  /** Further digits are ignored; 12 by default. */
  maxDigits?: number | undefined;
}

const grouped = new Intl.NumberFormat('id-ID');

/**
 * A whole number, grouped while typing (`1.250.000`), with the numeric keyboard on phones. Decimals may be
 * typed or pasted but are dropped.
 */
export function NumberField({ value, onChange, prefix, maxDigits = 12, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const digitsAfterCaret = useRef<number | null>(null);
  const [typed, setTyped] = useState({ whole: value, sen: '' });
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0);
  const figure = typeof value === 'number' ? grouped.format(value) : '';
  const sen = typed.whole === value ? typed.sen : '';
  const text = figure + sen;

  // Grouping moves the separators: keep the caret at the same number of digits from the end.
  useLayoutEffect(() => {
    const after = digitsAfterCaret.current;
    if (after === null || !input.current) return;
    digitsAfterCaret.current = null;
    let at = text.length;
    for (let left = after; at > 0 && left > 0; at--) if (isDigit(text[at - 1])) left--;
    if (at < text.length) while (at > 0 && !isDigit(text[at - 1])) at--; // left of a separator, so that Backspace deletes a digit
    input.current.setSelectionRange(at, at);
  });

  const take = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const caret = currentTarget.selectionStart ?? 0;
    // Without the comma, the digits behind the caret are the former decimals.
    const end = sen && !currentTarget.value.includes(',') ? caret : undefined;
    const entered = currentTarget.value.slice(0, end);
    const amount = read(entered);
    const erased = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'deleteContentBackward';
    if (erased && amount.whole === digitsOf(figure) && amount.sen === sen) {
      const hit = digitsOf(entered.slice(0, caret)).length; // only a separator was deleted: delete the digit before it
      amount.whole = amount.whole.slice(0, hit - 1) + amount.whole.slice(hit);
    }
    const digits = amount.whole.slice(0, maxDigits);
    const whole = digits === '' ? null : Number(digits);
    digitsAfterCaret.current = digitsOf(entered.slice(caret)).length;
    redraw(); // rerender even if nothing changed: React would move the caret to the end
    setTyped({ whole, sen: amount.sen });
    onChange?.(whole);
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
      onBlur={() => setTyped({ whole: value, sen: '' })}
    />
  );
}

const withSen = /^(.*)(,\d{0,2})$/;
/** Commas as thousands separators, or none. */
const withCents = /^(.*(?:,\d{3}|\d{4}))\.\d{0,2}$/;

/**
 * Reads `Rp 1.500.000,00`, `1500000,-`, `1,500,000.00` or `1500000.50`: digits of whole rupiah, and decimals
 * as typed.
 */
function read(entered: string): { whole: string; sen: string } {
  const figure = entered.replace(/[^\d.,]/g, '');
  const [, whole = figure, sen = ''] = withSen.exec(figure) ?? withCents.exec(figure) ?? [];
  return { whole: digitsOf(whole), sen };
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

function isDigit(character: string | undefined): boolean {
  return character !== undefined && /\d/.test(character);
}
