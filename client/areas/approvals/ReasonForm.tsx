import * as z from 'zod/mini';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { useForm } from '../../ui/use-form.ts';

interface Props {
  label: string;
  /** The button that sends it. */
  action: string;
  /** Characters; 0 if a reason is optional. */
  atLeast?: number;
  draftKey: string;
  onSubmit(reason: string): Promise<unknown>;
  onCancel(): void;
}

/** Why something is refused or reversed. */
export function ReasonForm({ label, action, atLeast = 0, draftKey, onSubmit, onCancel }: Props) {
  const alasan = z.string().check(z.trim(), z.minLength(atLeast, `Alasan minimal ${atLeast} karakter`));
  const form = useForm({
    initial: { alasan: '' },
    schema: z.object({ alasan }),
    draftKey,
    send: (reason) => onSubmit(reason.alasan),
  });
  return (
    <Form of={form} label={action}>
      <TextareaField {...form.field('alasan')} label={label} rows={3} required={atLeast > 0} />
      <SubmitButtons onCancel={onCancel} look="danger">
        {action}
      </SubmitButtons>
    </Form>
  );
}
