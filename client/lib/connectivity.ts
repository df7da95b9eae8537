/**
 * Whether the server can be reached, judged by requests that succeed. `navigator.onLine` is unreliable: it is
 * true on a phone with a signal but no data, and in Chromium 150 on an offline page served by a service
 * worker. It only chooses between two messages after requests have failed.
 */
export type Connection =
  | 'connected'
  /** No request succeeds and the browser reports no network. */
  | 'no-internet'
  /** No request succeeds; no network or no server, which the browser cannot tell apart. */
  | 'no-answer'
  /** A proxy answers instead of the server, or the server has closed the connection while shutting down. */
  | 'server-down'
  /** Requests succeed but the socket is not connected. */
  | 'no-live-updates';

export type Outcome = 'answered' | 'server-down' | 'no-answer' | 'no-internet';

export interface ConnectionState {
  reached: Outcome;
  /** Null until the socket has connected or failed for the first time. */
  isLive: boolean | null;
  /** Closed by the server; a server that shuts down may still answer requests for a moment. */
  closedByServer: boolean;
  /** Consecutive successful checks while the socket is disconnected. */
  answersWithoutLive: number;
}

export type ConnectionEvent =
  | Outcome
  | 'check-answered'
  | 'live'
  | 'live-lost'
  | 'live-closed-by-server'
  | 'live-stopped';

export const initialState: ConnectionState = {
  reached: 'answered',
  isLive: null,
  closedByServer: false,
  answersWithoutLive: 0,
};

export function nextState(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  const reached = { ...state, reached: 'answered' } as const;
  switch (event) {
    case 'answered':
      return reached;
    case 'check-answered':
      return { ...reached, answersWithoutLive: state.isLive === false ? state.answersWithoutLive + 1 : 0 };
    case 'live':
      return { ...reached, isLive: true, closedByServer: false, answersWithoutLive: 0 };
    case 'live-lost':
      return { ...state, isLive: false };
    case 'live-closed-by-server':
      return { ...state, isLive: false, closedByServer: true };
    case 'live-stopped':
      return { ...state, isLive: null };
    case 'no-answer':
      return { ...state, reached: state.closedByServer ? 'server-down' : 'no-answer', answersWithoutLive: 0 };
    case 'no-internet':
    case 'server-down':
      return { ...state, reached: event, answersWithoutLive: 0 };
  }
}

/**
 * The first success after an outage reconnects the socket; the problem is only reported if the socket is
 * still disconnected at the next success.
 */
export function connectionOf({ reached, answersWithoutLive }: ConnectionState): Connection {
  if (reached !== 'answered') return reached;
  return answersWithoutLive > 1 ? 'no-live-updates' : 'connected';
}

/** Interval between checks in milliseconds while something is wrong. Shorter outages are not reported. */
export const checkInterval = 4_000;

/** @param check requests the smallest response of the server */
export function watchConnection(check: () => Promise<Outcome>) {
  let state = initialState;
  let checking = false;
  let next: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const clearNext = () => {
    clearTimeout(next);
    next = undefined;
  };

  const report = (event: ConnectionEvent) => {
    state = nextState(state, event);
    if (state.reached === 'answered' && state.isLive !== false) clearNext();
    else next ??= setTimeout(checkNow, checkInterval);
    for (const listener of listeners) listener();
  };

  const checkNow = () => {
    clearNext();
    if (checking) return;
    checking = true;
    void check().then((outcome) => {
      checking = false;
      report(outcome === 'answered' ? 'check-answered' : outcome);
    });
  };

  return {
    report,
    /** Called when a request has failed or the browser reports a change. */
    checkNow,
    current: () => connectionOf(state),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const checkTimeout = 8_000;

async function ping(): Promise<Outcome> {
  try {
    const response = await fetch('/healthz', {
      cache: 'no-store',
      signal: AbortSignal.timeout(checkTimeout),
    });
    const body = (await response.json().catch(() => null)) as { status?: unknown } | null;
    return body?.status === 'success' ? 'answered' : 'server-down';
  } catch {
    return navigator.onLine ? 'no-answer' : 'no-internet';
  }
}

export const connection = watchConnection(ping);

for (const change of ['online', 'offline']) globalThis.addEventListener?.(change, connection.checkNow);
