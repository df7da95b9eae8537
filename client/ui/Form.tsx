import { createContext, type ReactNode, use, useState } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import css from './Form.module.css';
import { Notice } from './Notice.tsx';
import type { UseForm } from './use-form.ts';

const Busy = createContext(false);
/** For fields that need a moment to make a value ready: the form is not sent without it. */
export const Preparing = createContext<(preparing: boolean) => void>(() => {});

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
      >
        {failure && (
          <div data-failure>
            <Notice tone="danger" title={failed}>
              {failure}
            </Notice>
          </div>
        )}
        <Preparing value={setPreparing}>{children}</Preparing>
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
