import { type ComponentProps, createContext, type ReactNode, use, useState } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import css from './Form.module.css';
import { Notice } from './Notice.tsx';
import type { UseForm } from './use-form.ts';

const Busy = createContext(false);
/** Lets a field that is still preparing its value (e.g. a photo) delay the submit. */
export const Preparing = createContext<(preparing: boolean) => void>(() => {});
/** Fields whose file is missing from the restored draft. */
export const LostFiles = createContext<readonly string[]>([]);

interface Props<Values extends object> {
  of: UseForm<Values>;
  label?: string | undefined;
  /** Heading of the error message: 'Gagal menyimpan warga'. */
  failed?: string | undefined;
  children: ReactNode;
}

export function Form<Values extends object>({ of, label, failed, children }: Props<Values>) {
  const { attach, busy, dirty, failure, lostFiles, submit, unkept } = of;
  const [preparing, setPreparing] = useState(false);
  return (
    <Busy value={busy || preparing}>
      <form
        ref={attach}
        className={css.form}
        noValidate
        onSubmit={submit}
        aria-label={label}
        aria-busy={busy}
        data-dirty={dirty || undefined}
        data-failed={failed}
        data-unkept={unkept || undefined}
      >
        {failure && (
          <div data-failure>
            <Notice tone="danger" title={failed}>
              {failure}
            </Notice>
          </div>
        )}
        <LostFiles value={lostFiles}>
          <Preparing value={setPreparing}>{children}</Preparing>
        </LostFiles>
      </form>
    </Busy>
  );
}

/** Submit button; shows progress and cannot be pressed twice. */
export function SubmitButton({ look = 'primary', busy, ...rest }: Omit<ButtonProps, 'type' | 'onClick'>) {
  const sending = use(Busy);
  return <Button {...rest} look={look} type="submit" busy={busy ?? sending} />;
}

/** The last row of a form: leaves it without a change, where that leads back to something, or sends it. */
export function SubmitButtons({
  onCancel,
  ...submit
}: ComponentProps<typeof SubmitButton> & { onCancel?: (() => void) | undefined }) {
  return (
    <FormButtons>
      {onCancel && <Button onClick={onCancel}>Batal</Button>}
      <SubmitButton {...submit} />
    </FormButtons>
  );
}

export function FormButtons({ children }: { children: ReactNode }) {
  return <div className={css.buttons}>{children}</div>;
}
