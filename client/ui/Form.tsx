import { createContext, type ReactNode, use } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import css from './Form.module.css';
import { Notice } from './Notice.tsx';
import type { UseForm } from './use-form.ts';

const Busy = createContext(false);

interface Props<Values extends object> {
  of: UseForm<Values>;
  /** Names the form for screen readers when no heading does. */
  label?: string | undefined;
  /** Heads the reason of a failed sending: 'Gagal menyimpan warga'. */
  failed?: string | undefined;
  children: ReactNode;
}

/** Fields under each other, the reason of a failed sending above the buttons. */
export function Form<Values extends object>({ of, label, failed, children }: Props<Values>) {
  const { attach, busy, dirty, failure, submit } = of;
  return (
    <Busy value={busy}>
      <form
        ref={attach}
        className={css.form}
        noValidate
        onSubmit={submit}
        aria-label={label}
        aria-busy={busy}
        data-dirty={dirty || undefined}
      >
        {failure && (
          <div data-failure>
            <Notice tone="danger" title={failed}>
              {failure}
            </Notice>
          </div>
        )}
        {children}
      </form>
    </Busy>
  );
}

/** Sends the form around it; shows that it is sending and cannot be pressed twice. */
export function SubmitButton({ look = 'primary', busy, ...rest }: Omit<ButtonProps, 'type' | 'onClick'>) {
  const sending = use(Busy);
  return <Button {...rest} look={look} type="submit" busy={busy ?? sending} />;
}

/** The row of buttons that ends a form or a dialog; the last one stands where the thumb is. */
export function FormButtons({ children }: { children: ReactNode }) {
  return <div className={css.buttons}>{children}</div>;
}
