import { Suspense, useDeferredValue, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { pageHistory, restoreScroll } from '../lib/history.ts';
import { useEstate } from '../shared/estate.ts';
import { useNavigation } from '../shared/navigation.tsx';
import { Page } from '../ui/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { CrashScreen } from './CrashScreen.tsx';
import css from './PageOutlet.module.css';
import { pageOf } from './pages.ts';

/**
 * The current page. During navigation the previous page stays visible, with a progress line, until the code
 * of the next one has loaded.
 */
export function PageOutlet() {
  const { page } = useNavigation();
  const entry = useSyncExternalStore(pageHistory.subscribe, pageHistory.at);
  const shown = useDeferredValue(page);
  const shownEntry = useDeferredValue(entry);
  const { Screen, title } = pageOf(shown);
  const { estateName } = useEstate();
  return (
    <div aria-busy={page !== shown}>
      {page !== shown && <div className={css.wait} />}
      <p className={css.estate}>{estateName}</p>
      <Suspense fallback={<Coming title={title} />}>
        <CrashScreen key={shown}>
          <Screen />
          <Arrival title={title} entry={shownEntry} />
        </CrashScreen>
      </Suspense>
    </div>
  );
}

function Arrival({ title, entry }: { title: string; entry: number }) {
  const { estateName } = useEstate();
  useEffect(() => {
    const shown = document.querySelector('[data-page-title]')?.textContent ?? title;
    document.title = `${shown} · ${estateName}`;
  }, [title, estateName]);
  // In a layout effect: before the paint, without forcing an extra layout.
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => {
      document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
      restoreScroll(entry);
    });
    return () => cancelAnimationFrame(frame);
  }, [entry]);
  return null;
}

function Coming({ title }: { title: string }) {
  return (
    <Page title={title} context={<Skeleton width="14rem" />}>
      <Skeleton height="7rem" radius="var(--ui-radius-l)" />
      <Skeleton height="16rem" radius="var(--ui-radius-l)" />
    </Page>
  );
}
