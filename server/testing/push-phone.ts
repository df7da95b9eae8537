/** The other side of Web Push: a push service on a free port, phones with their keys, and what they read (RFC 8291). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushService } from '../areas/push/push-service.ts';

const decode = (text: string) => Buffer.from(text, 'base64url');

export interface PhoneKeys {
  privateKey: string;
  p256dh: string;
  auth: string;
}

export function makePhone(): PhoneKeys {
  const curve = createECDH('prime256v1');
  return {
    p256dh: curve.generateKeys('base64url'),
    privateKey: curve.getPrivateKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
}

/** RFC 8291, section 3.4, and RFC 8188 for one record. */
export function readPush(body: Uint8Array, { privateKey, p256dh, auth }: PhoneKeys): string {
  const bytes = Buffer.from(body);
  const salt = bytes.subarray(0, 16);
  const keyEnd = 21 + bytes.readUInt8(20);
  const sender = bytes.subarray(21, keyEnd);
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(decode(privateKey));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), decode(p256dh), sender]);
  const secret = Buffer.from(hkdfSync('sha256', curve.computeSecret(sender), decode(auth), info, 32));
  const derive = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, length));
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  cipher.setAuthTag(bytes.subarray(-16));
  const padded = Buffer.concat([cipher.update(bytes.subarray(keyEnd, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface PushServer {
  address: string;
  service: PushService;
  received: Received[];
  /** Status of the answers by path; null: none ever. */
  answers: Map<string, number | null>;
  close(): Promise<void>;
}

export async function startPushServer(timeout = 10_000): Promise<PushServer> {
  const received: Received[] = [];
  const answers: PushServer['answers'] = new Map();
  const server: Server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body });
      const status = answers.get(path) ?? (answers.has(path) ? null : 201);
      if (status !== null) response.writeHead(status, { location: `${address}/inside` }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    service: { isAllowed: ({ origin }) => origin === address, timeout },
    received,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
