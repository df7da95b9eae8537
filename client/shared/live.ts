/** Live updates: what changed on the server is read again here, and news reaches the person at once. */
import type { QueryClient } from '@tanstack/react-query';
import { io, type Socket } from 'socket.io-client';
import type {
  ClientEvents,
  NewsEvent,
  PaymentConfirmedEvent,
  ServerEvents,
  Topic,
} from '../../contract/events.ts';
import { connection } from '../lib/connectivity.ts';
import { feed, rereadLikers, showLikes } from './likes.ts';
import { readAgain, refetchTopics } from './queries.ts';
import { endSession, storedToken } from './session.ts';

type LiveSocket = Socket<ServerEvents, ClientEvents>;

export interface LiveOptions {
  userId: number;
  client: QueryClient;
  onNews(event: NewsEvent): void;
  onPaymentResult(event: PaymentConfirmedEvent): void;
  onConnected(): void;
}

const patience = 5_000;

/** Stays connected until `stopped`. */
export function connectLive(options: LiveOptions, stopped: AbortSignal): void {
  const socket: LiveSocket = io({
    auth: (give) => give({ token: storedToken() }),
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelayMax: patience,
  });
  // What changed before it was connected was not heard.
  socket.on('connect', () => readAgain(options.client, {}));
  keepConnected(socket, options, stopped);
  listen(socket, options);
}

function keepConnected(socket: LiveSocket, options: LiveOptions, stopped: AbortSignal): void {
  let connectedAt = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  const connectIn = (delay: number) => {
    clearTimeout(again);
    again = setTimeout(() => socket.connect(), delay);
  };

  socket.on('connect', () => {
    socket.emit('join-room', options.userId);
    connection.learn('live');
    options.onConnected();
    connectedAt = Date.now();
  });
  socket.on('disconnect', (reason, details) => {
    if (stopped.aborted) return;
    const { wasClean = false } = Object(Object(details).context) as Partial<CloseEvent>;
    connection.learn(wasClean || reason === 'io server disconnect' ? 'live-closed-by-server' : 'live-lost');
    // The server closes sockets whose rooms changed, or all when it may have missed something. They come back: not in
    // a tight loop, and not a whole estate in the same instant.
    if (reason === 'io server disconnect')
      connectIn((Date.now() - connectedAt < patience ? 1_000 : 0) + Math.random() * 1_000);
  });
  socket.on('connect_error', (error) => {
    if (error.message === 'no_session') return endSession();
    connection.learn('live-lost');
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
  let before = connection.current();
  const unsubscribe = connection.subscribe(() => {
    const hasReturned = before !== 'connected' && connection.current() === 'connected';
    before = connection.current();
    if (hasReturned && !socket.connected) wake();
  });
  stopped.addEventListener('abort', () => {
    unsubscribe();
    clearTimeout(again);
    socket.disconnect();
  });
}

function listen(socket: LiveSocket, { client, onNews, onPaymentResult }: LiveOptions): void {
  const reread = inBursts<Topic>((topics) => refetchTopics(client, topics));
  const rereadNames = inBursts<number>((posts) => rereadLikers(client, posts));
  socket.on('data-changed', ({ topics }) => reread(topics));
  socket.on('likes-changed', ({ likes }) => {
    // What is on its way may have been read before.
    if (client.isFetching(feed) > 0) reread(['posts']);
    showLikes(client, likes);
    rereadNames(likes.map(({ id }) => id));
  });
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
function inBursts<What>(read: (all: What[]) => void): (changed: readonly What[]) => void {
  const changed = new Set<What>();
  let readAt = Number.NEGATIVE_INFINITY;
  return (more) => {
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
    for (const one of more) changed.add(one);
  };
}
