import { useEffect } from 'react';
import { notify } from '../ui/notify.ts';

const hour = 60 * 60 * 1_000;

/**
 * Keeps the app itself on this device (`worker.ts`), and offers a new version of it. Who does not take it has it when
 * the app is next started.
 */
export function useNewVersion(): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const gone = new AbortController();
    void start(gone.signal).catch((error: unknown) =>
      console.info('The app is not kept on this device', error),
    );
    return () => gone.abort();
  }, []);
}

async function start(signal: AbortSignal): Promise<void> {
  await navigator.serviceWorker.register('/worker.js');
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration || signal.aborted) return;
  // Only a new version, not the first one, waits for its turn.
  const offerWaiting = () =>
    registration.waiting && navigator.serviceWorker.controller && offer(registration.waiting);
  const follow = () => registration.installing?.addEventListener('statechange', offerWaiting, { signal });
  registration.addEventListener('updatefound', follow, { signal });
  follow();
  offerWaiting();

  let lookedAt = Date.now();
  const look = () => {
    if (document.visibilityState === 'hidden' || Date.now() - lookedAt < hour) return;
    lookedAt = Date.now();
    registration.update().catch(() => {}); // no connection: another time
  };
  document.addEventListener('visibilitychange', look, { signal });
}

function offer(waiting: ServiceWorker): void {
  const run = () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage('take-over');
  };
  notify.news('Versi baru tersedia', {
    message: 'Dipakai saat aplikasi dibuka lagi.',
    action: { label: 'Muat ulang', run },
  });
}
