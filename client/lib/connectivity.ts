/**
 * Whether the server can be reached, judged by what gets through. `navigator.onLine` is true on a phone whose signal
 * carries nothing, and in Chromium 150 on an offline page that the service worker served; it only chooses between two
 * sentences once nothing got through.
 */
export type Connection =
  | 'connected'
  /** Nothing gets through, and the browser itself says that it has no network. */
  | 'no-internet'
  /** Nothing gets through, for want of a signal or of a server: a browser cannot tell. */
  | 'no-answer'
  /** A proxy answers in the server's place, or the server has closed the connection in good order. */
  | 'server-down'
  /** Calls are answered, but changes are not announced. */
  | 'no-live-updates';

/** What became of a request. */
export type Outcome = 'answered' | 'server-down' | 'no-answer' | 'no-internet';

export interface Facts {
  reached: Outcome;
  /** Null before the first connection of the socket or its first failure. */
  isLive: boolean | null;
  /** In good order; a server that stops may answer calls a moment longer. */
  closedByServer: boolean;
  /** Answered checks in a row while the socket is not connected. */
  answersWithoutLive: number;
}

export type Evidence =
  | Outcome
  | 'check-answered'
  | 'live'
  | 'live-lost'
  | 'live-closed-by-server'
  | 'live-stopped';

export const noEvidence: Facts = {
  reached: 'answered',
  isLive: null,
  closedByServer: false,
  answersWithoutLive: 0,
};

export function weigh(facts: Facts, evidence: Evidence): Facts {
  const reached = { ...facts, reached: 'answered' } as const;
  switch (evidence) {
    case 'answered':
      return reached;
    case 'check-answered':
      return { ...reached, answersWithoutLive: facts.isLive === false ? facts.answersWithoutLive + 1 : 0 };
    case 'live':
      return { ...reached, isLive: true, closedByServer: false, answersWithoutLive: 0 };
    case 'live-lost':
      return { ...facts, isLive: false };
    case 'live-closed-by-server':
      return { ...facts, isLive: false, closedByServer: true };
    case 'live-stopped':
      return { ...facts, isLive: null };
    case 'no-answer':
      return { ...facts, reached: facts.closedByServer ? 'server-down' : 'no-answer', answersWithoutLive: 0 };
    case 'no-internet':
    case 'server-down':
      return { ...facts, reached: evidence, answersWithoutLive: 0 };
  }
}

/** The first answer after a loss wakes the socket; only if it is still silent at the next, that is worth a word. */
export function connectionOf({ reached, answersWithoutLive }: Facts): Connection {
  if (reached !== 'answered') return reached;
  return answersWithoutLive > 1 ? 'no-live-updates' : 'connected';
}

/** Between two checks while something is amiss (milliseconds). A loss that is over sooner is not worth a word. */
export const patience = 4_000;

/** @param check asks the server for the smallest answer it has */
export function watchConnection(check: () => Promise<Outcome>) {
  let facts = noEvidence;
  let checking = false;
  let next: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const stopWaiting = () => {
    clearTimeout(next);
    next = undefined;
  };

  const learn = (evidence: Evidence) => {
    facts = weigh(facts, evidence);
    if (facts.reached === 'answered' && facts.isLive !== false) stopWaiting();
    else next ??= setTimeout(checkNow, patience);
    for (const listener of listeners) listener();
  };

  const checkNow = () => {
    stopWaiting();
    if (checking) return;
    checking = true;
    void check().then((outcome) => {
      checking = false;
      learn(outcome === 'answered' ? 'check-answered' : outcome);
    });
  };

  return {
    learn,
    /** When a call has failed, or the browser says that something has changed. */
    checkNow,
    current: () => connectionOf(facts),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A line on which the answer takes longer counts as dead (milliseconds). */
const longest = 8_000;

async function askServer(): Promise<Outcome> {
  try {
    const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(longest) });
    const body = (await response.json().catch(() => null)) as { status?: unknown } | null;
    return body?.status === 'success' ? 'answered' : 'server-down';
  } catch {
    return navigator.onLine ? 'no-answer' : 'no-internet';
  }
}

export const connection = watchConnection(askServer);

for (const change of ['online', 'offline']) globalThis.addEventListener?.(change, connection.checkNow);
