/** Socket.IO. Rooms are derived from the session; clients cannot choose them. */
import type { Server as HttpServer, IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { parseCookie } from 'cookie';
import type { FastifyBaseLogger } from 'fastify';
import { Server, type Socket } from 'socket.io';
import type { ClientEvents, ServerEvents } from '../../contract/events.ts';
import type { Actor } from '../../contract/people.ts';
import type { AfterCommit } from '../database/write.ts';
import { addressReader } from '../http/limits/address.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { announcementsOf, type Changes, makeAnnouncer } from './announcer.ts';
import { makeConnectionLimits, mostSockets, type RawSocket } from './connection-limits.ts';
import type { Peers } from './peers.ts';
import { makeRecentChanges, type RecentChanges } from './recent-changes.ts';
import { audienceOf, roomsOf, sessionRoom, userRoom } from './rooms.ts';

interface SocketData {
  actor: Actor;
  token: string;
}

interface PeerEvents {
  published(effects: AfterCommit[]): void;
}

type Io = Server<ClientEvents, ServerEvents, PeerEvents, SocketData>;
type OurSocket = Socket<ClientEvents, ServerEvents, PeerEvents, SocketData>;

export type Authenticate = (token: string) => Promise<Actor | null>;

export type Realtime = ReturnType<typeof makeRealtime>;

export interface RealtimeOptions {
  authenticate: Authenticate;
  cookieName: string;
  publicUrl: string;
  trustProxy: readonly string[];
  /** Null with SQLite: there is only one process. */
  peers: Peers | null;
  countLikes(posts: readonly number[]): Promise<{ id: number; total_likes: number }[]>;
  log: FastifyBaseLogger;
}

export function makeRealtime(options: RealtimeOptions) {
  const io: Io = new Server({ serveClient: false, maxHttpBufferSize: 10_000, connectTimeout: 10_000 });
  const connectionLimits = makeConnectionLimits(addressReader(options.trustProxy));
  let attached = false;
  let closing: Promise<void> | undefined;
  const announcer = makeAnnouncer((changes) => announce(io, changes, options));
  const recent = makeRecentChanges(() => performance.now());
  const publish = (effects: AfterCommit[]) => {
    recent.add(effects);
    announcer.announce(effects);
    for (const effect of effects) apply(io, effect);
  };
  io.use((socket, next) => {
    admit(io, socket, options).then(
      (refusal) => next(refusal === null ? undefined : new Error(refusal)),
      (error: unknown) => {
        options.log.error({ err: error }, 'socket handshake failed');
        next(new Error('internal_error'));
      },
    );
  });
  io.on('connection', (socket) => {
    socket.on('join-room', (userId, acknowledge) => {
      const own = userId === socket.data.actor.id || userId === String(socket.data.actor.id);
      if (typeof acknowledge !== 'function') return;
      // The acknowledgement comes after all earlier messages.
      void announcer.sent().then(() => acknowledge({ status: own ? 'success' : 'error' }));
    });
    sendMissed(socket, recent);
    void disconnectIfStale(socket, options);
  });
  io.on('published', publish);

  return {
    /** Resolves when this process receives the messages of the others. */
    attach: async (server: HttpServer) => {
      attached = true;
      io.attach(server, {
        allowRequest: (request, done) =>
          done(null, isSameOrigin(request.headers, options.publicUrl) && !connectionLimits.isFull(request)),
      });
      io.engine.on('connection', (socket: RawSocket) => {
        connectionLimits.count(socket);
        disconnectSlowConsumers(socket);
      });
      const headers = Object.entries(securityHeaders(options.publicUrl));
      io.engine.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
        for (const [name, value] of headers) response.setHeader(name, value);
        next();
      });
      const { peers } = options;
      if (!peers) return;
      await new Promise<void>((resolve) => {
        const startAnew = () => {
          // Messages may have been missed: reconnecting makes the clients refetch everything.
          io.local.disconnectSockets(true);
          resolve();
        };
        io.adapter(peers.join(startAnew));
      });
    },
    publish: (effects: AfterCommit[]): void => {
      if (effects.length === 0) return;
      try {
        publish(effects);
        if (attached && options.peers) io.serverSideEmit('published', effects);
      } catch (error) {
        options.log.error({ err: error }, 'a change was stored but could not be announced');
      }
    },
    connections: () => io.engine?.clientsCount ?? 0,
    /** Starts immediately; resolves after the HTTP server has closed. */
    close: (): Promise<void> => {
      // io.close() fails if it was never attached, as in commands.
      closing ??= (attached ? io.close() : Promise.resolve()).then(() => options.peers?.leave());
      return closing;
    },
  };
}

/** Prevents cross-site WebSocket hijacking. Non-browser clients send no Origin. */
function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  if (!headers.origin) return true;
  if (!URL.canParse(headers.origin)) return false;
  const { host, origin } = new URL(headers.origin);
  // A proxy may change the Host header.
  return host === headers.host || origin === new URL(publicUrl).origin;
}

const mostUnsent = 1_000;

/** A client that answers pings but does not read would make the queue grow without limit. */
function disconnectSlowConsumers(socket: RawSocket) {
  let unsent = 0;
  socket.on('packetCreate', () => {
    unsent += 1;
    if (unsent > mostUnsent) socket.close(true);
  });
  socket.on('drain', () => (unsent = 0));
}

async function admit(
  io: Io,
  socket: OurSocket,
  { authenticate, cookieName }: RealtimeOptions,
): Promise<'no_session' | 'too_many_sockets' | null> {
  const { auth, headers, query } = socket.handshake;
  if (query.token !== undefined) return 'no_session';
  const token: unknown = auth.token ?? parseCookie(headers.cookie ?? '')[cookieName];
  const actor = typeof token === 'string' ? await authenticate(token) : null;
  if (!actor || typeof token !== 'string') return 'no_session';
  const own = io.sockets.adapter.rooms.get(userRoom(actor.id))?.size ?? 0;
  if (own >= mostSockets.person) return 'too_many_sockets';
  socket.data = { actor, token };
  await socket.join(roomsOf(actor));
  return null;
}

/** A client that says how old its data is need not read everything again. */
function sendMissed(socket: OurSocket, recent: RecentChanges) {
  const age: unknown = socket.handshake.auth.age;
  if (typeof age !== 'number' || !(age >= 0)) return;
  const topics = recent.missedBy(socket.rooms, age);
  if (topics.length > 0) socket.emit('data-changed', { topics });
}

/** Session, role, block or mark may have changed during the handshake, before the socket had joined its rooms. */
async function disconnectIfStale(socket: OurSocket, { authenticate }: RealtimeOptions): Promise<void> {
  const { actor, token } = socket.data;
  const now = await authenticate(token).catch(() => null);
  const isCurrent = now?.jenis === actor.jenis && now.blok === actor.blok && now.pengawas === actor.pengawas;
  if (!isCurrent) socket.disconnect(true);
}

const mostLiked = 200;

async function announce(io: Io, changes: Changes, { countLikes, log }: RealtimeOptions): Promise<void> {
  const everybody = audienceOf('posts', null);
  if (changes.liked.size > mostLiked) changes.rooms.set('posts', new Set(everybody));
  for (const { rooms, topics } of announcementsOf(changes))
    io.local.to(rooms).emit('data-changed', { topics });
  const { complaintMenuEnabled, liked } = changes;
  if (complaintMenuEnabled !== undefined) io.local.emit('settings-changed', { complaintMenuEnabled });
  if (liked.size === 0 || liked.size > mostLiked) return;
  try {
    io.local.to(everybody).emit('likes-changed', { likes: await countLikes([...liked]) });
  } catch (err) {
    log.error({ err }, 'likes were stored but could not be announced');
  }
}

/** Only for sockets of this process: the others receive the same effects. */
function apply(io: Io, effect: AfterCommit) {
  switch (effect.kind) {
    case 'changed':
    case 'liked':
    case 'broadcast-settings':
      return;
    case 'event':
      io.local.to(userRoom(effect.userId)).emit(effect.event, ...([effect.payload] as never));
      return;
    case 'session-ended':
      io.local.in(sessionRoom(effect.sessionId)).disconnectSockets(true);
      return;
    case 'rooms-changed':
      // The client reconnects at once and joins the rooms of its new role or block.
      io.local.in(userRoom(effect.userId)).disconnectSockets(true);
      return;
  }
}
