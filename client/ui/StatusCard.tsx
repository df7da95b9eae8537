import type { ReactNode } from 'react';
import { keepAmounts } from './keep-amounts.tsx';
import css from './StatusCard.module.css';
import type { Tone } from './tone.ts';

interface Props {
  /** Accessible name of the section. */
  label: string;
  title: string;
  status: ReactNode;
  advice: ReactNode;
  tone: Tone;
  busy: boolean;
  icon?: ReactNode;
  /** Below the advice. */
  children?: ReactNode;
  /** On phones as wide as the card. */
  action?: ReactNode;
}

/** How something stands, in large letters, and the next step. */
export function StatusCard({ label, title, status, advice, tone, busy, icon, children, action }: Props) {
  return (
    <section className={css.card} data-tone={tone} aria-label={label} aria-busy={busy || undefined}>
      {icon}
      <div className={css.words}>
        <h2 className={css.title}>{title}</h2>
        <p className={css.status}>{status}</p>
        <p className={css.advice}>{keepAmounts(advice)}</p>
        {children}
      </div>
      {action && <div className={css.action}>{action}</div>}
    </section>
  );
}
