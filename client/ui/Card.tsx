import type { HTMLAttributes, ReactNode } from 'react';
import css from './Card.module.css';
import { cx } from './cx.ts';

interface CardProps extends HTMLAttributes<HTMLElement> {
  /** `article` for an item of a feed; needs an `aria-label`. */
  as?: 'div' | 'article' | undefined;
  /** No padding, for content with its own (lists, pictures). */
  flush?: boolean | undefined;
}

export function Card({ as: Element = 'div', flush, className, ...rest }: CardProps) {
  return <Element {...rest} className={cx(css.card, !flush && css.padded, className)} />;
}

interface SectionProps {
  title: string;
  context?: ReactNode;
  aside?: ReactNode;
  bare?: boolean | undefined;
  children: ReactNode;
}

export function Section({ title, context, aside, bare, children }: SectionProps) {
  return (
    <section className={cx(css.section, !bare && cx(css.card, css.padded))} aria-label={title}>
      <div className={css.head}>
        <div>
          <h2 className={css.title}>{title}</h2>
          {context && <p className={css.context}>{context}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}
