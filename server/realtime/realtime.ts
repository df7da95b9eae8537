/**
 * The socket: signed in by token or cookie, rooms derived from the session, and the effects of a write sent once
 * it has committed. A client never says which room it wants; it may only repeat its own id.
 */
import type { IncomingHttpHeaders, IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { parseCookie } from 'cookie';
import type { FastifyBaseLogger } from 'fastify';
import { Server, type Socket } from 'socket.io';
import type { ClientEvents, ServerEvents } from '../../contract/events.ts';
import type { Actor } from '../../contract/people.ts';
import type { AfterCommit } from '../database/write.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { addressReader } from '../http/limits/address.ts';
import { announcementsOf, type Changes, makeAnnouncer } from './announcer.ts';
import { makeDoors, mostSockets, type RawSocket } from './doors.ts';
import type { Peers } from './peers.ts';
import { audienceOf, roomsOf, sessionRoom, userRoom } from './rooms.ts';

interface SocketData {
  actor: Actor;
  token: string;
}

/** What processes of one estate tell each other. */
interface PeerEvents {
  published(effects: AfterCommit[]): void;
}

type Io = Server<ClientEvents, ServerEvents, PeerEvents, SocketData>;
type OurSocket = Socket<ClientEvents, ServerEvents, PeerEvents, SocketData>;

/** The person behind a token, or null. */
export type Authenticate = (token: string) => Promise<Actor | null>;

export interface Realtime {
  /** Resolves once everything that is published from then on reaches the sockets of this process. */
  attach(server: HttpServer): Promise<void>;
  publish(effects: AfterCommit[]): void;
  connections(): number;
  /** Begins at once; resolves when the HTTP server, too, has closed. */
  close(): Promise<void>;
}

export interface RealtimeOptions {
  authenticate: Authenticate;
  cookieName: string;
  publicUrl: string;
  /** Addresses of proxies that are believed about whom they speak for. */
  trustProxy: readonly string[];
  /** The other processes of the estate; null when there are none, because the database is embedded. */
  peers: Peers | null;
  /** As they are now. */
  countLikes(posts: readonly number[]): Promise<{ id: number; total_likes: number }[]>;
  log: FastifyBaseLogger;
}

export function makeRealtime(options: RealtimeOptions): Realtime {
  const io: Io = new Server({ serveClient: false, maxHttpBufferSize: 10_000, connectTimeout: 10_000 });
  const doors = makeDoors(addressReader(options.trustProxy));
  let attached = false;
  let closing: Promise<void> | undefined;
  const announcer = makeAnnouncer((changes) => announce(io, changes, options));
  const publish = (effects: AfterCommit[]) => {
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
      // Whoever has the answer has heard of all that was announced before.
      void announcer.sent().then(() => acknowledge({ status: own ? 'success' : 'error' }));
    });
    void expelIfStale(socket, options);
  });
  io.on('published', publish);

  return {
    attach: async (server) => {
      attached = true;
      io.attach(server, {
        allowRequest: (request, done) =>
          done(null, isSameOrigin(request.headers, options.publicUrl) && !doors.isFull(request)),
      });
      io.engine.on('connection', (socket: RawSocket) => {
        doors.count(socket);
        cutOffDeaf(socket);
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
          // Whoever missed something connects again, is admitted anew and reads everything anew.
          io.local.disconnectSockets(true);
          resolve();
        };
        io.adapter(peers.join(startAnew));
      });
    },
    publish: (effects) => {
      if (effects.length === 0) return;
      try {
        publish(effects);
        if (attached && options.peers) io.serverSideEmit('published', effects);
      } catch (error) {
        options.log.error({ err: error }, 'a change was stored but could not be announced');
      }
    },
    connections: () => io.engine?.clientsCount ?? 0,
    close: () => {
      // What a script never attached cannot be closed.
      closing ??= (attached ? io.close() : Promise.resolve()).then(() => options.peers?.leave());
      return closing;
    },
  };
}

/** A foreign page must not open a socket with the visitor's cookie. Programs send no Origin. */
function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  if (!headers.origin) return true;
  if (!URL.canParse(headers.origin)) return false;
  const { host, origin } = new URL(headers.origin);
  // A proxy in front may pass on another Host than the one that the page was loaded from.
  return host === headers.host || origin === new URL(publicUrl).origin;
}

/** Unsent packets at which a socket's owner evidently does not read them. */
const mostUnsent = 1_000;

/** Whoever answers pings without reading lets everything else pile up here. */
function cutOffDeaf(socket: RawSocket) {
  let unsent = 0;
  socket.on('packetCreate', () => {
    unsent += 1;
    if (unsent > mostUnsent) socket.close(true);
  });
  socket.on('drain', () => (unsent = 0));
}

/** @returns why not, or null */
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

/** A session that ended, or rooms that changed, while the handshake was under way have missed this socket. */
async function expelIfStale(socket: OurSocket, { authenticate }: RealtimeOptions): Promise<void> {
  const { actor, token } = socket.data;
  const now = await authenticate(token).catch(() => null);
  const isCurrent = now?.jenis === actor.jenis && now.blok === actor.blok;
  if (!isCurrent) socket.disconnect(true);
}

/** More of them are read again with the feed. */
const mostLiked = 200;

/** How many like a post is told, so that nobody needs to ask; only to sockets of this process, as in `apply`. */
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

/** Only to sockets of this process: the others hear of the same effects. */
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
      // The client connects again at once and gets the rooms of the new role or block.
      io.local.in(userRoom(effect.userId)).disconnectSockets(true);
      return;
  }
}
