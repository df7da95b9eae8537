/** Live updates begin behind the first screen, as soon as their code is there. */
import { connection } from '../lib/connectivity.ts';
import type { LiveOptions } from './live.ts';
import { whenIdle } from '../lib/when-idle.ts';

/** Until code that could not be fetched is asked for again (milliseconds). */
const patience = 5_000;

/** Connects, and stays connected until the returned function is called. */
export function connectLater(options: LiveOptions): () => void {
  const stopped = new AbortController();
  void connect(options, stopped.signal);
  return () => {
    stopped.abort();
    connection.learn('live-stopped');
  };
}

async function connect(options: LiveOptions, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await whenIdle();
    const live = await import('./live.ts').catch(() => null);
    if (live) await whenIdle(); // its code has just been run; the next touch comes first
    if (stopped.aborted) return;
    if (live) return live.connectLive(options, stopped);
    connection.learn('live-lost');
    await worthAnotherTry();
  }
}

/** When the connection may be back, or after some patience. */
function worthAnotherTry(): Promise<void> {
  return new Promise((resolve) => {
    const tryAgain = () => {
      window.removeEventListener('online', tryAgain);
      document.removeEventListener('visibilitychange', tryAgain);
      clearTimeout(later);
      resolve();
    };
    window.addEventListener('online', tryAgain);
    document.addEventListener('visibilitychange', tryAgain);
    const later = setTimeout(tryAgain, patience);
  });
}
