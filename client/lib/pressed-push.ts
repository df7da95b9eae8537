/** A pressed push names a page. It waits in the address until it is taken, also while its reader signs in. */
export const pressedPush = { key: 'kabar' } as const;

/** The service worker opens the app with it, and tells it to a window that is open already. */
export function keepPressedPush(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const page = (data as Partial<Record<string, unknown>> | null)?.[pressedPush.key];
    if (typeof page !== 'string') return;
    history.replaceState(history.state, '', `/?${new URLSearchParams({ [pressedPush.key]: page })}`);
  });
}

/** Calls `open` for the push that waits, and for later ones until the returned function is called. */
export function onPressedPush(open: (page: string) => void): () => void {
  const take = () => {
    const page = new URLSearchParams(location.search).get(pressedPush.key);
    if (page === null) return;
    history.replaceState(history.state, '', '/');
    open(page);
  };
  take();
  navigator.serviceWorker?.addEventListener('message', take);
  return () => navigator.serviceWorker?.removeEventListener('message', take);
}
