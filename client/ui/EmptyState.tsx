import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Icon } from './icon.ts';
import { keepAmounts } from './keep-amounts.tsx';
import css from './State.module.css';

interface Props {
  title: string;
  message?: ReactNode;
  icon?: Icon | undefined;
  action?: ReactNode;
}

export function EmptyState({ title, message, icon: Glyph = IconInbox, action }: Props) {
  return (
    <div className={css.state}>
      <span className={`ui-symbol ${css.icon}`}>
        <Glyph size={30} stroke={1.6} aria-hidden />
      </span>
      <p className={css.title}>{title}</p>
      {message && <p className={css.message}>{keepAmounts(message)}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
