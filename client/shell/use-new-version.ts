import { useEffect } from 'react';
import { confirmLeaving } from '../ui/confirm.ts';
import { notify } from '../ui/notify.ts';

const hour = 60 * 60 * 1_000;

/**
 * Registers the service worker (`worker.ts`) and offers to activate a new version of it. An ignored version
 * becomes active at the next start.
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
  // Only an update waits; the first version activates at once.
  const offerUpdate = () =>
    registration.waiting && navigator.serviceWorker.controller && offer(registration.waiting);
  const onUpdateFound = () =>
    registration.installing?.addEventListener('statechange', offerUpdate, { signal });
  registration.addEventListener('updatefound', onUpdateFound, { signal });
  onUpdateFound();
  offerUpdate();

  let lookedAt = Date.now();
  const look = () => {
    if (document.visibilityState === 'hidden' || Date.now() - lookedAt < hour) return;
    lookedAt = Date.now();
    registration.update().catch(() => {}); // no connection: checked again later
  };
  document.addEventListener('visibilitychange', look, { signal });
}

function offer(waiting: ServiceWorker): void {
  const run = async () => {
    if (!(await confirmLeaving())) return;
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage('take-over');
  };
  notify.news('Versi baru tersedia', {
    message: 'Dipakai saat aplikasi dibuka lagi.',
    action: { label: 'Muat ulang', run: () => void run() },
  });
}
