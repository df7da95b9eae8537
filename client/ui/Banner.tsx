import { IconChevronDown, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './Banner.module.css';

interface Props {
  /** Null hides the banner. */
  text: string | null;
  children: ReactNode;
}

/** Connection problem, shown above every page; a tap opens the details. */
export function Banner({ text, children }: Props) {
  return (
    <div role="status">
      {text !== null && (
        <details className={`ui-screen ${css.banner}`} data-tone="warning">
          <summary className={css.line}>
            <IconWifiOff className={css.icon} size={18} stroke={1.9} aria-hidden />
            {text}
            <IconChevronDown className={css.arrow} size={16} stroke={1.9} aria-hidden />
          </summary>
          <p className={css.details}>{children}</p>
        </details>
      )}
    </div>
  );
}
