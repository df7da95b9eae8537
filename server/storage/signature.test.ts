/** What a bucket's server is sent; `storage.s3.test.ts` tries a real one. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { readStorage } from '../config.ts';
import { openStorage } from './open.ts';

test('every call to a bucket is signed with its keys, and the secret one is not sent', async () => {
  const asked: { method: string | undefined; authorization: string; everything: string }[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    const authorization = headers.authorization ?? '';
    asked.push({ method, authorization, everything: JSON.stringify([url, headers]) });
    request.resume().on('end', () => response.end('<ListBucketResult/>'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { S3_ACCESS_KEY: 'kunci-ember', S3_SECRET_KEY: 'rahasia-ember' };
  try {
    const storage = openStorage(readStorage(`s3://asri?endpoint=${endpoint}`, keys));
    await storage.put('uploads/a.jpg', Buffer.from('a'));
    (await storage.open('uploads/a.jpg'))?.stream.resume();
    await storage.remove('uploads/a.jpg');
    for await (const _ of storage.list('uploads'));
  } finally {
    server.close();
  }
  expect(asked.map(({ method }) => method)).toEqual(['PUT', 'GET', 'DELETE', 'GET']);
  for (const { authorization, everything } of asked) {
    expect(authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=kunci-ember\/\d{8}\/us-east-1\/s3\/aws4_request, .*Signature=[0-9a-f]{64}$/,
    );
    expect(everything).not.toContain('rahasia');
  }
});
