// Asks one server for one address over and over: `node bench/load.ts '{ "url", "token", "seconds", "connections" }'`.
// A process of its own, on bare sockets, so that the measuring takes as little as possible from what is measured.
import { connect } from 'node:net';
import { type Load, type LoadOrder, spreadOf } from './measure.ts';

const { url, token, seconds, connections }: LoadOrder = JSON.parse(process.argv[2] ?? '{}');
const { hostname, port, pathname, search } = new URL(url);
const request = Buffer.from(
  `GET ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\n\r\n`,
);
const endOfHead = Buffer.from('\r\n\r\n');
const success = Buffer.from('HTTP/1.1 200 ');

const latencies: number[] = [];
let bytes = 0;
const began = performance.now();
const deadline = began + seconds * 1_000;
await Promise.all(Array.from({ length: connections }, () => askUntil(deadline)));
const took = (performance.now() - began) / 1_000;

const { p50, p99 } = spreadOf(latencies);
const load: Load = {
  requestsPerSecond: latencies.length / took,
  p50,
  p99,
  bytes: bytes / latencies.length,
};
console.log(JSON.stringify(load));

/** One connection: the next request leaves when the answer to the last is complete. */
function askUntil(end: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  let asked = 0;
  let left = 0;
  let head: Buffer = Buffer.alloc(0);
  const ask = () => {
    asked = performance.now();
    socket.write(request);
  };
  socket.on('connect', ask).on('error', reject);
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (left > 0) left -= chunk.length;
    else {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const headLength = head.indexOf(endOfHead) + endOfHead.length;
      if (headLength < endOfHead.length) return;
      if (!head.subarray(0, success.length).equals(success))
        reject(new Error(head.toString('latin1', 0, 300)));
      const length = Number(/content-length: (\d+)/i.exec(head.toString('latin1', 0, headLength))?.[1]);
      left = length - (head.length - headLength);
      head = Buffer.alloc(0);
    }
    if (left > 0) return;
    const now = performance.now();
    latencies.push(now - asked);
    if (now < end) ask();
    else {
      socket.destroy();
      resolve();
    }
  });
  return promise;
}
