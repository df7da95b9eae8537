/**
 * The socket: signed in by token or cookie, rooms derived from the session, and the effects of a write sent once
 * it has committed. A client never says which room it wants; it may only repeat its own id (specification §7).
 */
import type { IncomingHttpHeaders, Server as HttpServer } from 'node:http';
import { parseCookie } from 'cookie';
import type { FastifyBaseLogger } from 'fastify';
import { Server, type Socket } from 'socket.io';
import type { ClientEvents, ServerEvents, Topic } from '../../../contract/events.ts';
import type { Actor } from '../../../contract/people.ts';
import type { AfterCommit } from '../db/write.ts';
import { audienceOf, roomsOf, sessionRoom, userRoom } from './rooms.ts';

interface SocketData {
  actor: Actor;
  token: string;
}

type Io = Server<ClientEvents, ServerEvents, Record<never, never>, SocketData>;
type OurSocket = Socket<ClientEvents, ServerEvents, Record<never, never>, SocketData>;

/** The person behind a token, or null. */
export type Authenticate = (token: string) => Promise<Actor | null>;

export interface Realtime {
  attach(server: HttpServer): void;
  publish(effects: AfterCommit[]): void;
  connections(): number;
  close(): void;
}

export interface RealtimeOptions {
  authenticate: Authenticate;
  cookieName: string;
  publicUrl: string;
  log: FastifyBaseLogger;
}

export function makeRealtime(options: RealtimeOptions): Realtime {
  const io: Io = new Server({ serveClient: false, maxHttpBufferSize: 10_000, connectTimeout: 10_000 });
  let attached = false;
  io.use((socket, next) => {
    admit(socket, options).then(
      (admitted) => next(admitted ? undefined : new Error('no_session')),
      (error: unknown) => {
        options.log.error({ err: error }, 'socket handshake failed');
        next(new Error('internal_error'));
      },
    );
  });
  io.on('connection', (socket) => {
    socket.on('join-room', (userId, acknowledge) => {
      const own = userId === socket.data.actor.id || userId === String(socket.data.actor.id);
      if (typeof acknowledge === 'function') acknowledge({ status: own ? 'success' : 'error' });
    });
    void expelIfStale(socket, options);
  });

  return {
    attach: (server) => {
      attached = true;
      io.attach(server, {
        allowRequest: (request, done) => done(null, isSameOrigin(request.headers, options.publicUrl)),
      });
    },
    publish: (effects) => {
      try {
        publishTopics(io, effects);
        for (const effect of effects) apply(io, effect);
      } catch (error) {
        options.log.error({ err: error }, 'a change was stored but could not be announced');
      }
    },
    connections: () => io.engine?.clientsCount ?? 0,
    close: () => {
      // What a script never attached cannot be closed. Not awaited: that would be to wait for the HTTP server's
      // last request, and the HTTP server does that itself, once it has been told to stop.
      if (attached) void io.close();
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

async function admit(socket: OurSocket, { authenticate, cookieName }: RealtimeOptions): Promise<boolean> {
  const { auth, headers, query } = socket.handshake;
  if (query.token !== undefined) return false;
  const token: unknown = auth.token ?? parseCookie(headers.cookie ?? '')[cookieName];
  const actor = typeof token === 'string' ? await authenticate(token) : null;
  if (!actor || typeof token !== 'string') return false;
  socket.data = { actor, token };
  await socket.join(roomsOf(actor));
  return true;
}

/** A session that ended, or rooms that changed, while the handshake was under way have missed this socket. */
async function expelIfStale(socket: OurSocket, { authenticate }: RealtimeOptions): Promise<void> {
  const { actor, token } = socket.data;
  const now = await authenticate(token).catch(() => null);
  const isCurrent = now?.jenis === actor.jenis && now.blok === actor.blok;
  if (!isCurrent) socket.disconnect(true);
}

/** One `data-changed` per audience, however many rows the write touched. */
function publishTopics(io: Io, effects: AfterCommit[]) {
  const byAudience = new Map<string, { rooms: string[]; topics: Set<Topic> }>();
  for (const effect of effects) {
    if (effect.kind !== 'changed') continue;
    const rooms = audienceOf(effect.topic, effect.subject);
    const key = rooms.toSorted().join();
    const entry = byAudience.get(key) ?? { rooms, topics: new Set() };
    entry.topics.add(effect.topic);
    byAudience.set(key, entry);
  }
  for (const { rooms, topics } of byAudience.values()) {
    if (rooms.length > 0) io.to(rooms).emit('data-changed', { topics: [...topics] });
  }
}

function apply(io: Io, effect: AfterCommit) {
  switch (effect.kind) {
    case 'changed':
      return;
    case 'event':
      io.to(userRoom(effect.userId)).emit(effect.event, ...([effect.payload] as never));
      return;
    case 'broadcast-settings':
      io.emit('settings-changed', { complaintMenuEnabled: effect.complaintMenuEnabled });
      return;
    case 'session-ended':
      io.in(sessionRoom(effect.sessionId)).disconnectSockets(true);
      return;
    case 'rooms-changed':
      // The client connects again at once and gets the rooms of the new role or block.
      io.in(userRoom(effect.userId)).disconnectSockets(true);
      return;
  }
}
