import type { HTMLAttributes, ReactNode } from 'react';
import css from './Card.module.css';
import { cx } from './cx.ts';

interface CardProps extends HTMLAttributes<HTMLElement> {
  /** For one of many that stands for itself, with an `aria-label`. */
  as?: 'div' | 'article' | undefined;
  /** No inner padding, for content that brings its own (lists, pictures). */
  flush?: boolean | undefined;
}

/** A plain surface. */
export function Card({ as: Element = 'div', flush, className, ...rest }: CardProps) {
  return <Element {...rest} className={cx(css.card, !flush && css.padded, className)} />;
}

interface SectionProps {
  title: string;
  context?: ReactNode;
  /** On the title's line, e.g. a link to the whole list. */
  aside?: ReactNode;
  /** Without the surface, for content that is made of cards itself. */
  bare?: boolean | undefined;
  children: ReactNode;
}

/** A titled part of a page. */
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
