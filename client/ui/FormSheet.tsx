import type { ReactNode } from 'react';
import type { ButtonProps } from './Button.tsx';
import { Form, SubmitButtons } from './Form.tsx';
import { Sheet, type SheetProps } from './Sheet.tsx';
import type { UseForm } from './use-form.ts';

interface Props<Values extends object>
  extends Pick<SheetProps, 'title' | 'onClose' | 'guard' | 'children'>,
    Pick<ButtonProps, 'disabled' | 'look'> {
  of: UseForm<Values>;
  /** Accessible name of the form, where it is not the title. */
  label?: string;
  /** Heading of the error message. */
  failed: string;
  /** Above the form. */
  about?: ReactNode;
  submit?: string;
  /** Closing drops what was typed, after a question, instead of keeping a draft. */
  drops?: boolean;
}

/** A form in a dialog of its own, present while it is open. */
export function FormSheet<Values extends object>(props: Props<Values>) {
  const {
    of: form,
    title,
    label = title,
    failed,
    about,
    submit = 'Simpan',
    disabled,
    look,
    drops,
    children,
  } = props;
  const leave = () => {
    if (drops) form.reset();
    props.onClose();
  };
  return (
    // What is being sent is not lost: a toast tells what became of it.
    <Sheet opened onClose={leave} title={title} guard={!form.busy && (drops ? form.dirty : props.guard)}>
      {about && <p>{about}</p>}
      <Form of={form} label={label} failed={failed}>
        {children}
        <SubmitButtons onCancel={leave} disabled={disabled} look={look}>
          {submit}
        </SubmitButtons>
      </Form>
    </Sheet>
  );
}
