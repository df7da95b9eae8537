/** Connection limits per person and network, to bound memory (about 25 kB per socket). */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'socket.io';
import { networkOf } from '../http/limits/address.ts';

export type RawSocket = Socket['conn'];

export const mostSockets = { person: 50, address: 5_000 };

export function makeConnectionLimits(addressOf: (request: IncomingMessage) => string) {
  const open = new Map<string, number>();
  const networkBehind = (request: IncomingMessage) => networkOf(addressOf(request));
  const add = (network: string, more: 1 | -1) => {
    const now = (open.get(network) ?? 0) + more;
    if (now > 0) open.set(network, now);
    else open.delete(network);
  };
  return {
    isFull: (request: IncomingMessage) => (open.get(networkBehind(request)) ?? 0) >= mostSockets.address,
    count: (socket: RawSocket) => {
      const network = networkBehind(socket.request);
      add(network, 1);
      socket.once('close', () => add(network, -1));
    },
  };
}
