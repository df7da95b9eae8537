import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { HostileRequest } from './requests.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * @returns 'silence' if the server closed the connection without a response, 'hang' if nothing happened in
 * time
 */
export function exchange(
  port: number,
  { bytes, isCutOff, isHead }: HostileRequest,
  deadline: number,
): Promise<Answer | 'silence' | 'hang'> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1' });
    const finish = (result: Answer | 'silence' | 'hang') => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => finish('hang'), deadline);
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk);
      const answer = readAnswer(Buffer.concat(received), isHead, false);
      if (answer) finish(answer);
    });
    // The server may reset the connection after responding.
    socket.on('error', () => {});
    socket.on('close', () => finish(readAnswer(Buffer.concat(received), isHead, true) ?? 'silence'));
    socket.write(bytes);
    if (isCutOff) socket.end();
  });
}

const unpackers: Record<string, (body: Buffer) => Buffer> = { gzip: gunzipSync, br: brotliDecompressSync };

function readAnswer(received: Buffer, isHead: boolean, isClosed: boolean): Answer | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
  const content = received.subarray(end + 4);
  if (status < 200) return readAnswer(content, isHead, isClosed);
  const headers = new Headers(
    lines.map((line): [string, string] => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const unpack = status === 206 ? undefined : unpackers[headers.get('content-encoding') ?? ''];
  const whole = (body: Buffer): Answer => ({
    status,
    headers,
    text: (unpack && body.length > 0 ? unpack(body) : body).toString(),
  });
  if (isHead || status === 204 || status === 304) return whole(Buffer.alloc(0));
  const length = headers.get('content-length');
  if (length !== null)
    return content.length >= Number(length) ? whole(content.subarray(0, Number(length))) : null;
  if (headers.get('transfer-encoding') === 'chunked') {
    const body = unchunk(content);
    return body && whole(body);
  }
  return isClosed ? whole(content) : null;
}

function unchunk(content: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = content.indexOf('\r\n', at);
    const size = Number.parseInt(content.subarray(at, line).toString('latin1'), 16);
    if (line < 0 || Number.isNaN(size)) return null;
    if (size === 0) return Buffer.concat(parts);
    parts.push(content.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
