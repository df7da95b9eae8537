/** Live updates: what changed on the server is read again here, and news reaches the person at once. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';
import type {
  ClientEvents,
  NewsEvent,
  PaymentConfirmedEvent,
  ServerEvents,
  Topic,
} from '../../contract/events.ts';
import { oldestMoment } from './moment.ts';
import { readAgain, refetchTopics } from './queries.ts';
import { endSession, storedToken } from './session.ts';

type LiveSocket = Socket<ServerEvents, ClientEvents>;

export interface LiveOptions {
  userId: number;
  client: QueryClient;
  onNews(event: NewsEvent): void;
  onPaymentResult(event: PaymentConfirmedEvent): void;
  /** Whether the server can be heard; not called before the first connection or failure. */
  onConnected(connected: boolean): void;
}

const patience = 5_000;

/** Stays connected until `stopped`. */
export function connectLive(options: LiveOptions, stopped: AbortSignal): void {
  const reading = catchUp(options.client);
  const socket: LiveSocket = io({
    auth: (give) => give({ token: storedToken(), moment: reading.since() }),
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelayMax: patience,
  });
  socket.on('connect', reading.heard);
  keepConnected(socket, options, stopped);
  listen(socket, options);
}

/**
 * What happened since the last reading was not heard. The first connection of a page hears it from the server, which
 * spares a phone from reading everything twice; after a later one everything is read again.
 */
function catchUp(client: QueryClient) {
  let isFirst = true;
  let since: string | null = null;
  return {
    since: () => (since = isFirst ? oldestMoment() : null),
    heard: () => {
      const isTold = since !== null && since === oldestMoment();
      isFirst = false;
      readAgain(client, isTold ? { predicate: mayBeMissed } : {});
    },
  };
}

/** What no moment stands for: the session, and what failed or is on its way. */
const mayBeMissed = ({ queryKey: [topic], state }: Query) =>
  topic === 'session' || state.status === 'error' || state.fetchStatus === 'fetching';

function keepConnected(socket: LiveSocket, options: LiveOptions, stopped: AbortSignal): void {
  let connectedAt = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  const connectIn = (delay: number) => {
    clearTimeout(again);
    again = setTimeout(() => socket.connect(), delay);
  };

  socket.on('connect', () => {
    socket.emit('join-room', options.userId);
    options.onConnected(true);
    connectedAt = Date.now();
  });
  socket.on('disconnect', (reason) => {
    if (stopped.aborted) return;
    options.onConnected(false);
    // The server closes sockets whose rooms changed, or all when it may have missed something. They come back: not in
    // a tight loop, and not a whole estate in the same instant.
    if (reason === 'io server disconnect')
      connectIn((Date.now() - connectedAt < patience ? 1_000 : 0) + Math.random() * 1_000);
  });
  socket.on('connect_error', (error) => {
    if (error.message === 'no_session') return endSession();
    options.onConnected(false);
    if (!socket.active) connectIn(patience); // a refused handshake is not tried again by itself
  });

  /** After sleep a socket may only look alive. */
  const wake = () => {
    if (document.visibilityState === 'hidden') return;
    const reconnect = () => socket.disconnect().connect();
    if (!socket.connected) reconnect();
    else socket.timeout(patience).emit('join-room', options.userId, (error) => error && reconnect());
  };
  document.addEventListener('visibilitychange', wake, { signal: stopped });
  window.addEventListener('online', wake, { signal: stopped });
  stopped.addEventListener('abort', () => {
    clearTimeout(again);
    socket.disconnect();
  });
}

function listen(socket: LiveSocket, { client, onNews, onPaymentResult }: LiveOptions): void {
  const reread = inBursts((topics) => refetchTopics(client, topics));
  socket.on('data-changed', ({ topics }) => reread(topics));
  socket.on('settings-changed', () => reread(['settings']));
  socket.on('new-post', onNews);
  socket.on('new-payment', onNews);
  socket.on('new-aduan', onNews);
  socket.on('aduan-updated', onNews);
  socket.on('payment-confirmed', onPaymentResult);
}

/** Milliseconds between two readings: while neighbours like one post after the other, a phone pays for its data. */
const rest = 2_000;

/**
 * What changes in quick succession is read again once; and as no two browsers wait equally long, a whole estate does
 * not ask in the same instant.
 */
function inBursts(read: (topics: Topic[]) => void): (topics: readonly Topic[]) => void {
  const changed = new Set<Topic>();
  let readAt = Number.NEGATIVE_INFINITY;
  return (topics) => {
    if (changed.size === 0) {
      const left = Math.max(0, readAt + rest - performance.now());
      setTimeout(
        () => {
          const all = [...changed];
          changed.clear();
          readAt = performance.now();
          read(all);
        },
        left + 100 + Math.random() * 200,
      );
    }
    for (const topic of topics) changed.add(topic);
  };
}
