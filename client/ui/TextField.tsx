import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { type FieldProps, shared } from './field.ts';
import type { Icon } from './icon.ts';

const kinds = {
  text: {},
  email: {
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  username: { inputMode: 'email', autoComplete: 'username', autoCapitalize: 'none', spellCheck: false },
  name: { autoComplete: 'name', autoCapitalize: 'words' },
} as const;

export interface TextFieldProps extends FieldProps<string> {
  kind?: keyof typeof kinds | undefined;
  icon?: Icon | undefined;
  /** Overrides the type of `kind`; for PasswordField. */
  inputType?: 'text' | 'password' | undefined;
  right?: ReactNode;
  maxLength?: number | undefined;
  /** In a Sheet: focused when it opens. */
  autoFocus?: boolean | undefined;
  autoComplete?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

export function TextField(props: TextFieldProps) {
  const { kind = 'text', icon: Glyph, inputType, right, value, onChange, ref, ...rest } = props;
  return (
    <TextInput
      {...kinds[kind]}
      {...shared(rest)}
      {...(inputType && { type: inputType, autoCapitalize: 'none', spellCheck: false })}
      {...(rest.autoFocus && { 'data-autofocus': true })}
      {...(ref && { ref })}
      value={value ?? ''}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      leftSection={Glyph && <Glyph size={20} stroke={1.8} aria-hidden />}
      leftSectionPointerEvents="none"
      rightSection={right}
      {...(right ? { rightSectionWidth: 48 } : {})}
    />
  );
}
