import { createHash, createHmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import { type Endpoint, isKey, keyHeader } from '../../contract/endpoint.ts';
import type { Actor } from '../../contract/people.ts';
import { sha256Of } from './files/files.ts';
import type { Upload } from './files/upload.ts';
import { Refusal } from './refusal.ts';

export function readKey({ headers }: FastifyRequest): string | undefined {
  const key = headers[keyHeader]?.toString();
  if (key !== undefined && !isKey(key)) throw new Refusal('malformed_request');
  return key?.toLowerCase();
}

interface Sent {
  params: object;
  query: object;
  body: object;
  files: Record<string, Upload>;
}

/**
 * `sidik` is an HMAC of endpoint, parsed fields and file contents. Keyed with the idempotency key, which is
 * not stored, so that passwords in the content cannot be guessed.
 */
export async function identifyRequest(
  key: string,
  actor: Pick<Actor, 'id'>,
  { method, path }: Endpoint,
  sent: Sent,
) {
  const files = await Promise.all(
    Object.entries(sent.files).map(async ([name, file]) => [
      name,
      file.filename,
      await sha256Of(createReadStream(file.path)),
    ]),
  );
  const content = JSON.stringify([method, path, sent.params, sent.query, sent.body, files]);
  return {
    user_id: actor.id,
    kunci: createHash('sha256').update(key).digest('hex'),
    sidik: createHmac('sha256', key).update(content).digest('hex'),
  };
}
