import { PasswordField } from '../ui/PasswordField.tsx';

interface Props {
  /** Of the form's field `password`. */
  field: Omit<Parameters<typeof PasswordField>[0], 'label' | 'value'> & { value?: string | undefined };
  /** What everybody is told about. */
  change: string;
}

/** The own password again, for a change that is announced to everybody. */
export function AnnouncedPasswordField({ field, change }: Props) {
  return (
    <PasswordField
      {...field}
      value={field.value ?? ''}
      label="Password Anda"
      description={`${change} diumumkan kepada semua orang.`}
      required
    />
  );
}
