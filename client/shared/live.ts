/** Live updates by socket: refetches what changed on the server and shows notifications. */
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
import { feed, refetchLikers, showLikes } from './likes.ts';
import { freshFor, invalidate, refetchTopics } from './queries.ts';
import { endSession, sessionToken } from './session.ts';

type LiveSocket = Socket<ServerEvents, ClientEvents>;

export interface LiveOptions {
  userId: number;
  client: QueryClient;
  onNews(event: NewsEvent): void;
  onPaymentResult(event: PaymentConfirmedEvent): void;
  onConnected(): void;
}

const timeout = 5_000;

/** Stays connected until `stopped` is aborted. */
export function connectLive(options: LiveOptions, stopped: AbortSignal): void {
  let isFirst = true;
  const socket: LiveSocket = io({
    auth: (give) => give({ token: sessionToken(), ...(isFirst ? { age: ageOfData(options.client) } : {}) }),
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelayMax: timeout,
  });
  // Events sent while there was no connection are lost. At first the server says what changed since the data was read.
  socket.on('connect', () => {
    if (!isFirst) invalidate(options.client, {});
    isFirst = false;
  });
  keepConnected(socket, options, stopped);
  listen(socket, options);
}

/**
 * Milliseconds since the oldest data was requested that would be displayed unread. What is not displayed and older than
 * `freshFor` is read again when it is; requests in flight began after the page was opened.
 */
function ageOfData(client: QueryClient): number {
  const now = Date.now();
  const ages = client
    .getQueryCache()
    .findAll({ fetchStatus: 'idle' })
    .filter(({ state }) => state.data !== undefined)
    .map((query) => ({ age: now - query.state.dataUpdatedAt, isDisplayed: query.isActive() }))
    .filter(({ age, isDisplayed }) => isDisplayed || age < freshFor)
    .map(({ age }) => age);
  return Math.max(performance.now(), ...ages);
}

function keepConnected(socket: LiveSocket, options: LiveOptions, stopped: AbortSignal): void {
  let connectedAt = 0;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  const reconnectAfter = (delay: number) => {
    clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(() => socket.connect(), delay);
  };

  socket.on('connect', () => {
    socket.emit('join-room', options.userId);
    connection.report('live');
    options.onConnected();
    connectedAt = Date.now();
  });
  socket.on('disconnect', (reason, details) => {
    if (stopped.aborted) return;
    const { wasClean = false } = Object(Object(details).context) as Partial<CloseEvent>;
    connection.report(wasClean || reason === 'io server disconnect' ? 'live-closed-by-server' : 'live-lost');
    // The server disconnects sockets whose rooms changed, or all when it may have missed events. A random delay
    // prevents that all clients reconnect at once.
    if (reason === 'io server disconnect')
      reconnectAfter((Date.now() - connectedAt < timeout ? 1_000 : 0) + Math.random() * 1_000);
  });
  socket.on('connect_error', (error) => {
    if (error.message === 'no_session') return endSession();
    connection.report('live-lost');
    if (!socket.active) reconnectAfter(timeout); // socket.io does not retry a refused handshake
  });

  /** After sleep a socket may be dead without an event. */
  const checkSocket = () => {
    if (document.visibilityState === 'hidden') return;
    const reconnect = () => socket.disconnect().connect();
    if (!socket.connected) reconnect();
    else socket.timeout(timeout).emit('join-room', options.userId, (error) => error && reconnect());
  };
  document.addEventListener('visibilitychange', checkSocket, { signal: stopped });
  window.addEventListener('online', checkSocket, { signal: stopped });
  let before = connection.current();
  const unsubscribe = connection.subscribe(() => {
    const hasReturned = before !== 'connected' && connection.current() === 'connected';
    before = connection.current();
    if (hasReturned && !socket.connected) checkSocket();
  });
  stopped.addEventListener('abort', () => {
    unsubscribe();
    clearTimeout(reconnectTimer);
    socket.disconnect();
  });
}

function listen(socket: LiveSocket, { client, onNews, onPaymentResult }: LiveOptions): void {
  const refetch = batched<Topic>((topics) => refetchTopics(client, topics));
  const refetchNames = batched<number>((posts) => refetchLikers(client, posts));
  socket.on('data-changed', ({ topics }) => refetch(topics));
  socket.on('likes-changed', ({ likes }) => {
    // A request in flight may have been answered before the change.
    if (client.isFetching(feed) > 0) refetch(['posts']);
    showLikes(client, likes);
    refetchNames(likes.map(({ id }) => id));
  });
  socket.on('settings-changed', () => refetch(['settings']));
  socket.on('new-post', onNews);
  socket.on('new-payment', onNews);
  socket.on('new-aduan', onNews);
  socket.on('aduan-updated', onNews);
  socket.on('payment-confirmed', onPaymentResult);
}

/**
 * Minimum interval in milliseconds between two refetches of the feed: likes come in series, and mobile data
 * costs money.
 */
const minInterval = 2_000;

/**
 * Collects changes that come in quick succession into one refetch. The delay is random so that the clients of
 * an estate do not all request at once.
 */
function batched<Item>(read: (all: Item[]) => void): (changed: readonly Item[]) => void {
  const changed = new Set<Item>();
  let readAt = Number.NEGATIVE_INFINITY;
  return (more) => {
    if (changed.size === 0) {
      const left = Math.max(0, readAt + minInterval - performance.now());
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
