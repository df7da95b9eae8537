import { connection } from '../lib/connectivity.ts';
import { whenIdle } from '../lib/when-idle.ts';
import type { LiveOptions } from './live.ts';

const retryDelay = 5_000;

/** Connects; the returned function disconnects. */
export function connectLater(options: LiveOptions): () => void {
  const stopped = new AbortController();
  void connect(options, stopped.signal);
  return () => {
    stopped.abort();
    connection.report('live-stopped');
  };
}

async function connect(options: LiveOptions, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await whenIdle();
    const live = await import('./live.ts').catch(() => null);
    if (live) await whenIdle(); // the module has just been evaluated: let input events run first
    if (stopped.aborted) return;
    if (live) return live.connectLive(options, stopped);
    connection.report('live-lost');
    await waitForRetry();
  }
}

/** Waits for the `online` event or the retry delay. */
function waitForRetry(): Promise<void> {
  return new Promise((resolve) => {
    const tryAgain = () => {
      window.removeEventListener('online', tryAgain);
      document.removeEventListener('visibilitychange', tryAgain);
      clearTimeout(timer);
      resolve();
    };
    window.addEventListener('online', tryAgain);
    document.addEventListener('visibilitychange', tryAgain);
    const timer = setTimeout(tryAgain, retryDelay);
  });
}
