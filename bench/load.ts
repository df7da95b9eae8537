// Repeats one request: `node bench/load.ts '{ "url", "token", "seconds", "connections" }'`. A separate
// process with raw sockets, to take little CPU from the server.
import { connect } from 'node:net';
import { type Load, type LoadOrder, spreadOf } from './measure.ts';

const { url, token, seconds, connections }: LoadOrder = JSON.parse(process.argv[2] ?? '{}');
const { hostname, port, pathname, search } = new URL(url);
const request = Buffer.from(
  [
    `GET ${pathname}${search} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    'connection: keep-alive',
    'sec-ch-ua-platform: "Android"',
    `authorization: Bearer ${token}`,
    'user-agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'sec-ch-ua: "Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
    'sec-ch-ua-mobile: ?1',
    'accept: */*',
    'sec-fetch-site: same-origin',
    'sec-fetch-mode: cors',
    'sec-fetch-dest: empty',
    `referer: http://${hostname}:${port}/`,
    'accept-encoding: gzip, deflate, br, zstd',
    'accept-language: id-ID,id;q=0.9,en-US;q=0.8,en;q=0.7',
    '\r\n',
  ].join('\r\n'),
);
const endOfHead = Buffer.from('\r\n\r\n');
const endOfChunks = Buffer.from('\r\n0\r\n\r\n');
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

/** One connection; sends the next request after the complete response. */
function askUntil(end: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  let asked = 0;
  let answer: Buffer = Buffer.alloc(0);
  const ask = () => {
    asked = performance.now();
    socket.write(request);
  };
  socket.on('connect', ask).on('error', reject);
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk]);
    if (!isWhole(answer)) return;
    if (!answer.subarray(0, success.length).equals(success))
      reject(new Error(answer.toString('latin1', 0, 300)));
    answer = Buffer.alloc(0);
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

function isWhole(answer: Buffer): boolean {
  const headLength = answer.indexOf(endOfHead) + endOfHead.length;
  if (headLength < endOfHead.length) return false;
  const [, length] = /content-length: (\d+)/i.exec(answer.toString('latin1', 0, headLength)) ?? [];
  if (length === undefined) return answer.subarray(-endOfChunks.length).equals(endOfChunks);
  return answer.length === headLength + Number(length);
}
