import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { FloatingAction } from './FloatingAction.tsx';
import css from './Page.module.css';

interface Props {
  title: string;
  /** One line under the title: what the page shows, and for whom. */
  context?: ReactNode;
  action?: ReactNode;
  aside?: ReactNode;
  filters?: ReactNode;
  children: ReactNode;
}

/** Title, context, main action, filters, content: the same order on every page. */
export function Page({ title, context, action, aside, filters, children }: Props) {
  return (
    <div className={cx(css.page, 'ui-breaks')} data-has-action={action ? '' : undefined}>
      <header className={css.header}>
        <div className={css.words}>
          <h1 className={css.title} tabIndex={-1} data-page-title>
            {title}
          </h1>
          {context && <p className={css.context}>{context}</p>}
        </div>
        {(action || aside) && (
          <div className={css.actions}>
            {aside}
            {action && <FloatingAction>{action}</FloatingAction>}
          </div>
        )}
      </header>
      {filters && <div>{filters}</div>}
      <section className={cx(css.content, 'ui-breaks')}>{children}</section>
    </div>
  );
}
