import { useState, useSyncExternalStore } from 'react';
import { Button } from './Button.tsx';
import { asked } from './confirm.ts';
import { FormButtons } from './Form.tsx';
import { Sheet } from './Sheet.tsx';

/** Shows what `confirm()` asks. Once, near the root. */
export function ConfirmHost() {
  const question = useSyncExternalStore(asked.subscribe, asked.get);
  const [last, setLast] = useState(question); // keeps the words while the dialog fades out
  if (question && question !== last) setLast(question);
  if (!last) return null;
  const { title, message, confirmLabel = 'Ya, Hapus!', cancelLabel = 'Batal', danger = true } = last;
  return (
    <Sheet
      question
      size="sm"
      opened={question !== null}
      onClose={() => question?.answer(false)}
      title={title}
      footer={
        <FormButtons>
          <Button data-autofocus onClick={() => question?.answer(false)}>
            {cancelLabel}
          </Button>
          <Button look={danger ? 'danger' : 'primary'} onClick={() => question?.answer(true)}>
            {confirmLabel}
          </Button>
        </FormButtons>
      }
    >
      {message}
    </Sheet>
  );
}
