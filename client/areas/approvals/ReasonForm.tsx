import * as z from 'zod/mini';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';

interface Props {
  label: string;
  /** The button that sends it. */
  action: string;
  /** Heading of the error message. */
  failed: string;
  /** What is refused or reversed. */
  about: string;
  /** Characters; 0 if a reason is optional. */
  atLeast?: number;
  draftKey: string;
  send(reason: string): Promise<{ message: string }>;
  /** It was sent, or is not to be. */
  onClose(): void;
}

/** Why something is refused or reversed. */
export function ReasonForm({ label, action, failed, about, atLeast = 0, draftKey, send, onClose }: Props) {
  const alasan = z.string().check(z.trim(), z.minLength(atLeast, `Alasan minimal ${atLeast} karakter`));
  const form = useReportedForm({
    initial: { alasan: '' },
    schema: z.object({ alasan }),
    draftKey,
    send: (reason: { alasan: string }) => send(reason.alasan),
    about: () => about,
    onSent: onClose,
  });
  return (
    <Form of={form} label={action} failed={failed}>
      <TextareaField {...form.field('alasan')} label={label} rows={3} required={atLeast > 0} />
      <SubmitButtons onCancel={onClose} look="danger">
        {action}
      </SubmitButtons>
    </Form>
  );
}
