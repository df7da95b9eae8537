import { type FormEvent, useState } from 'react';
import { SubmitButtons } from '../../ui/Form.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import css from './ReasonForm.module.css';

interface Props {
  label: string;
  /** The button that sends it. */
  action: string;
  busy: boolean;
  /** Characters; 0 if a reason is optional. */
  atLeast?: number;
  onSubmit(reason: string): void;
  onCancel(): void;
}

/** Why something is refused or reversed. */
export function ReasonForm({ label, action, busy, atLeast = 0, onSubmit, onCancel }: Props) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (reason.trim().length < atLeast) setError(`Alasan minimal ${atLeast} karakter`);
    else onSubmit(reason.trim());
  };
  return (
    <form className={css.form} onSubmit={submit} aria-label={action} noValidate>
      <TextareaField
        label={label}
        value={reason}
        onChange={(value) => {
          setReason(value);
          setError(undefined);
        }}
        error={error}
        rows={3}
        required={atLeast > 0}
      />
      <SubmitButtons onCancel={onCancel} look="danger" busy={busy}>
        {action}
      </SubmitButtons>
    </form>
  );
}
