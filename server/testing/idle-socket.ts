/** Minimal Socket.IO client that only answers pings, so that thousands fit into one process. */
import { connect, type Socket } from 'node:net';

function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

const ping = Buffer.from([0x81, 1, 0x32]);

export interface IdleSocket {
  /** `connected`, the refusal of the namespace, or an HTTP status. */
  outcome: Promise<string>;
  socket: Socket;
}

/** @param from local address in 127.0.0.0/8 */
export function openIdleSocket(url: string, token: string, from = '127.0.0.1'): IdleSocket {
  const { port, hostname } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, localAddress: from });
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: ${hostname}:${port}\r\nconnection: Upgrade\r\n` +
      'upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  const outcome = new Promise<string>((resolve) => {
    let heard = '';
    socket.on('data', (chunk: Buffer) => {
      if (chunk.includes(ping)) socket.write(frame('3'));
      if (heard.length > 4_096) return;
      heard += chunk.toString('latin1');
      const status = /^HTTP\/1.1 (\d+)/.exec(heard)?.[1];
      if (status !== '101') return resolve(status ?? 'nonsense');
      if (chunk.includes('0{"sid"') && !heard.includes('40{"sid"'))
        socket.write(frame(`40{"token":"${token}"}`));
      if (heard.includes('40{"sid"')) resolve('connected');
      const refused = /44\{"message":"(\w+)"/.exec(heard)?.[1];
      if (refused) resolve(refused);
    });
    socket.on('error', ({ message }) => resolve(message));
    socket.on('close', () => resolve('closed'));
  });
  return { outcome, socket };
}
