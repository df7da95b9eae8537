import type { ReactNode } from 'react';
import type { FieldProps } from '../ui/field.ts';
import { TextField } from '../ui/TextField.tsx';

type Bound = Omit<FieldProps<string>, 'label'>;

interface Props {
  name: Bound;
  email: Bound;
  phone: Bound;
  /** Below the e-mail. */
  advice: ReactNode;
  autoFocus?: boolean | undefined;
}

/** Of somebody else: the browser must not fill in one's own data. */
export function PersonFields({ name, email, phone, advice, autoFocus }: Props) {
  return (
    <>
      <TextField {...name} label="Nama" kind="name" autoComplete="off" required autoFocus={autoFocus} />
      <TextField {...email} label="Email" description={advice} kind="email" autoComplete="off" required />
      <TextField {...phone} label="No HP (opsional)" kind="phone" autoComplete="off" placeholder="0812…" />
    </>
  );
}
