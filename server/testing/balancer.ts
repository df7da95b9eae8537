/** Minimal TCP load balancer: each connection goes to the next server that accepts it. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Balancer {
  url: string;
  /** Keeps connections open but forwards nothing, like a machine without power. */
  swallow(): void;
  close(): void;
}

/** @param port 0 for any free port */
export async function makeBalancer(servers: readonly { url: string }[], port = 0): Promise<Balancer> {
  const ports = servers.map(({ url }) => Number(new URL(url).port));
  const open = new Map<Socket, Socket | null>();
  let turn = 0;
  const pass = async (client: Socket) => {
    open.set(client, null);
    client.on('error', () => {}).on('close', () => open.delete(client));
    turn += 1;
    const backend = await firstOf(ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0));
    if (!backend) {
      client.destroy();
      return;
    }
    backend.on('error', () => {}).on('close', () => client.destroy());
    open.set(client, backend);
    client.on('close', () => backend.destroy());
    client.pipe(backend).pipe(client);
  };
  const server = createServer((client) => void pass(client)).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    swallow: () => {
      for (const [client, backend] of open) {
        if (!backend) continue;
        client.unpipe(backend).resume();
        backend.unpipe(client).resume();
      }
    },
    close: () => {
      server.close();
      for (const client of open.keys()) client.destroy();
    },
  };
}

async function firstOf(ports: readonly number[]): Promise<Socket | null> {
  for (const port of ports) {
    const socket = connect(port, '127.0.0.1');
    const connected = await once(socket, 'connect').catch(() => null);
    if (connected) return socket;
  }
  return null;
}
