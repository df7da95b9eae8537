import type { ReactNode } from 'react';
import css from './AppFrame.module.css';
import { SkipLink } from './SkipLink.tsx';
import { useWide } from './use-wide.ts';

interface Props {
  side: ReactNode;
  top: ReactNode;
  bottom: ReactNode;
  notice: ReactNode;
  children: ReactNode;
}

/** Layout: sidebar and content from 768 px on, below it top bar, content and bottom bar. */
export function AppFrame({ side, top, bottom, notice, children }: Props) {
  const wide = useWide();
  return (
    <div className={css.frame}>
      <SkipLink />
      {wide ? <header className={css.side}>{side}</header> : <header className={css.top}>{top}</header>}
      <main className={css.main} id="isi" tabIndex={-1}>
        {notice}
        {children}
      </main>
      {!wide && bottom}
    </div>
  );
}
