import type { HTMLAttributes, ReactNode } from 'react';
import css from './Card.module.css';
import { cx } from './cx.ts';

interface CardProps extends HTMLAttributes<HTMLElement> {
  /** `article` for an item of a feed; needs an `aria-label`. */
  as?: 'div' | 'article' | undefined;
}

export function Card({ as: Element = 'div', className, ...rest }: CardProps) {
  return <Element {...rest} className={cx('ui-card', css.card, className)} />;
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
    <section className={cx('ui-breaks', css.section, !bare && `ui-card ${css.card}`)} aria-label={title}>
      <div className={cx('ui-ends', css.head)}>
        <div>
          <h2 className={css.title}>{title}</h2>
          {context && <p className="ui-note">{context}</p>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}
