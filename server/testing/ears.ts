/** Socket clients that record messages. `during` waits for an acknowledgement instead of a timeout. */
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import type { ClientEvents, ServerEvents } from '../../contract/events.ts';
import type { TestApp } from './app.ts';

export type Options = Partial<ManagerOptions & SocketOptions>;
type OurSocket = Socket<ServerEvents, ClientEvents>;

export interface Ear {
  socket: OurSocket;
  heard: { event: string; payload: unknown }[];
  topics(): string[];
  news(): { event: string; payload: unknown }[];
  /** Resolves with the reason when the server closes the socket. */
  closed: Promise<string>;
}

export interface Ears {
  listen(as: { token: string } | null, options?: Options): Promise<Ear>;
  /** Runs the work and waits until all clients have received its messages. */
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
      await Promise.all(open.map(passFence));
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

/** The acknowledgement of join-room arrives after all earlier messages. */
function passFence({ socket }: Ear): Promise<unknown> {
  const gone = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
  return Promise.race([gone, socket.emitWithAck('join-room', 0)]);
}
