/** A person's open socket and what it hears; a fence, not a pause, says when all has come. */
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { ClientEvents, ServerEvents } from '../../contract/events.ts';
import type { TestApp } from './app.ts';

export type Options = Partial<ManagerOptions & SocketOptions>;
type OurSocket = Socket<ServerEvents, ClientEvents>;

export interface Ear {
  socket: OurSocket;
  /** What came, in order. */
  heard: { event: string; payload: unknown }[];
  /** Topics of `data-changed`, sorted, each once. */
  topics(): string[];
  /** Everything but `data-changed`. */
  news(): { event: string; payload: unknown }[];
  /** Resolves with the reason once the server has closed the socket. */
  closed: Promise<string>;
}

export interface Ears {
  /** Connects; rejects when the server refuses. */
  listen(as: { token: string } | null, options?: Options): Promise<Ear>;
  /** Does the work and waits until everyone has heard what it caused. */
  during(work: () => Promise<unknown>): Promise<void>;
  closeAll(): void;
}

export function makeEars(app: Pick<TestApp, 'url'>): Ears {
  const ears: Ear[] = [];
  return {
    listen: async (as, options = {}) => {
      const ear = open(app.url, { ...(as ? { auth: { token: as.token } } : {}), ...options });
      ears.push(ear);
      await new Promise<void>((resolve, reject) => {
        ear.socket.once('connect', resolve);
        ear.socket.once('connect_error', reject);
      });
      return ear;
    },
    during: async (work) => {
      const open = ears.filter(({ socket }) => socket.connected);
      await Promise.all(open.map(passFence)); // what was announced before is none of it
      for (const { heard } of open) heard.length = 0;
      await work();
      await Promise.all(open.filter(({ socket }) => socket.connected).map(passFence));
    },
    closeAll: () => {
      for (const { socket } of ears.splice(0)) socket.disconnect();
    },
  };
}

function open(url: string, options: Options): Ear {
  const socket: OurSocket = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...options,
  });
  const heard: Ear['heard'] = [];
  socket.onAny((event: string, payload: unknown) => void heard.push({ event, payload }));
  const changes = () =>
    heard.flatMap(({ event, payload }) =>
      event === 'data-changed' ? (payload as { topics: string[] }).topics : [],
    );
  return {
    socket,
    heard,
    topics: () => [...new Set(changes())].toSorted(),
    news: () => heard.filter(({ event }) => event !== 'data-changed'),
    closed: new Promise((resolve) => socket.once('disconnect', resolve)),
  };
}

/** The answer to this comes after all that was announced before: once it is there, or the socket has gone, nothing is missing. */
function passFence({ socket }: Ear): Promise<unknown> {
  const gone = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
  return Promise.race([gone, socket.emitWithAck('join-room', 0)]);
}
