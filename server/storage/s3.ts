/** Private objects: no ACLs, no signed URLs. Keys are immutable, so every request can be retried. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import type { BucketPlace } from '../config.ts';
import { type Storage, StorageUnavailable } from './storage.ts';

interface Call {
  method: 'GET' | 'PUT' | 'DELETE';
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | Blob;
}

const tries = 3;
/** Timeouts in milliseconds. A PUT is answered after the whole upload. */
const timeouts = { GET: 10_000, DELETE: 10_000, PUT: 60_000 };

export function s3Storage(place: BucketPlace): Storage {
  const ask = makeClient(place);
  const inBucket = (key: string) => `${place.prefix}${key}`;
  return {
    put: async (key, content) => {
      // The server verifies the checksum.
      const headers = { 'x-amz-content-sha256': await sha256(content) };
      const body = content instanceof Blob ? content : new Uint8Array(content);
      const answer = await ask({ method: 'PUT', key: inBucket(key), headers, body });
      if (!answer) throw new StorageUnavailable('PUT was answered 404');
      await answer.body?.cancel();
    },
    open: async (key, range) => {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await ask({ method: 'GET', key: inBucket(key), headers });
      if (!answer) return null;
      const { body } = answer;
      const size = range ? answer.headers.get('content-range')?.split('/')[1] : contentLength(answer);
      if (!body || !/^\d+$/.test(size ?? '')) throw new StorageUnavailable('GET was answered without a size');
      return { size: Number(size), stream: Readable.fromWeb(body as ReadableStream) };
    },
    remove: async (key) => {
      const answer = await ask({ method: 'DELETE', key: inBucket(key) });
      await answer?.body?.cancel();
    },
    list: async function* (folder) {
      let query: Record<string, string> = {
        'list-type': '2',
        'encoding-type': 'url',
        delimiter: '/',
        prefix: inBucket(`${folder}/`),
      };
      for (;;) {
        const answer = await ask({ method: 'GET', key: '', query });
        const page = (await answer?.text()) ?? '';
        const { ListBucketResult: listed } = xml.parse(page) as { ListBucketResult?: Listing };
        for (const { Key, LastModified } of listed?.Contents ?? []) {
          const key = decodeURIComponent(Key.replaceAll('+', ' '));
          yield { key: key.slice(place.prefix.length), writtenAt: new Date(LastModified) };
        }
        const next = listed?.NextContinuationToken;
        if (!next) return;
        query = { ...query, 'continuation-token': next };
      }
    },
  };
}

const contentLength = (answer: Response) => answer.headers.get('content-length');

interface Listing {
  Contents?: { Key: string; LastModified: string }[];
  NextContinuationToken?: string;
}

/** Keys that look like numbers must stay text. */
const xml = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });

const errorCode = (text: string) => (xml.parse(text) as { Error?: { Code?: string } }).Error?.Code ?? '';

async function sha256(content: Buffer | Blob): Promise<string> {
  const hash = createHash('sha256');
  if (content instanceof Blob) for await (const chunk of content.stream()) hash.update(chunk);
  else hash.update(content);
  return hash.digest('hex');
}

function makeClient({ bucket, endpoint, region, accessKey, secretKey }: BucketPlace) {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
  });
  const root = endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;

  const send = async ({ method, key, query = {}, headers = {}, body }: Call): Promise<Response> => {
    const url = `${root}/${key}${key === '' ? `?${new URLSearchParams(query)}` : ''}`;
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(new Error('no answer in time')), timeouts[method]);
    try {
      const signed = await client.sign(url, {
        method,
        headers,
        signal: giveUp.signal,
        ...(body ? { body } : {}),
      });
      // Not signed, because gateways change it. A compressed response would have no length.
      signed.headers.set('accept-encoding', 'identity');
      return await fetch(signed);
    } finally {
      clearTimeout(timer);
    }
  };

  return async (call: Call): Promise<Response | null> => {
    const answer = await withRetries(() => send(call));
    if (answer.ok) return answer;
    const code = errorCode(await answer.text());
    // A missing bucket is also 404, but an error.
    if (answer.status === 404 && code === 'NoSuchKey') return null;
    throw new StorageUnavailable(`${call.method} was answered ${answer.status} ${code}`.trim());
  };
}

async function withRetries(send: () => Promise<Response>): Promise<Response> {
  for (let count = 1; ; count += 1) {
    const outcome = await send().catch(
      (cause: unknown) => new StorageUnavailable('no answer from the address of STORAGE', { cause }),
    );
    const failed = outcome instanceof Error || outcome.status >= 500 || outcome.status === 429;
    if (failed && count < tries) {
      if (outcome instanceof Response) await outcome.body?.cancel();
      await pause(100 * 2 ** count * Math.random());
    } else if (outcome instanceof Error) throw outcome;
    else return outcome;
  }
}
