import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import field from './field.module.css';
import type { FieldProps } from './field.ts';
import { Strength } from './Strength.tsx';
import { TextField } from './TextField.tsx';

interface Props extends FieldProps<string> {
  /** `current-password` autofills the saved one, `new-password` offers a generated one. */
  autoComplete?: 'current-password' | 'new-password' | undefined;
  strength?: boolean | undefined;
}

export function PasswordField({ strength, autoComplete = 'current-password', ...rest }: Props) {
  const [seen, setSeen] = useState(false);
  const Eye = seen ? IconEyeOff : IconEye;
  return (
    <div>
      <TextField
        {...rest}
        inputType={seen ? 'text' : 'password'}
        autoComplete={autoComplete}
        right={
          <button
            type="button"
            className={field.inlineButton}
            aria-label={seen ? 'Sembunyikan password' : 'Tampilkan password'}
            onClick={() => setSeen(!seen)}
          >
            <Eye size={20} stroke={1.8} aria-hidden />
          </button>
        }
      />
      {strength && <Strength password={rest.value ?? ''} />}
    </div>
  );
}
