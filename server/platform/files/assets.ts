/**
 * `/assets/*`: stored files, each only for those who may see what it belongs to. Nothing here is readable without a
 * session (the cookie, because an `<img>` cannot send a header), nothing is cached publicly, nothing can run.
 */
import { parseCookie } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../../contract/people.ts';
import type { Db } from '../db/open.ts';
import type { FileKind } from '../db/schema.ts';
import { bearerToken } from '../http/bind.ts';
import { found, Refusal } from '../http/refusal.ts';
import { asciiName } from '../http/spreadsheet.ts';
import type { Authenticate } from '../realtime/realtime.ts';
import type { Storage } from '../storage/storage.ts';
import { documentKey, imageKey, thumbnailKey } from './files.ts';

/** Whether the actor may see the file, and the name a download gets; null = not there for this person. */
export type AssetRule = (db: Db, actor: Actor, nama: string) => Promise<{ filename?: string } | null>;

export type AssetRules = Partial<Record<FileKind, AssetRule>>;

export interface AssetOptions {
  db: Db;
  storage: Storage;
  authenticate: Authenticate;
  cookieName: string;
  rules: AssetRules;
}

type AssetRequest = FastifyRequest<{
  Params: { nama: string };
  Querystring: { size?: string; download?: string };
}>;

export function addAssets(app: FastifyInstance, options: AssetOptions): void {
  app.get('/assets/uploads/:nama', async (request: AssetRequest, reply) => {
    const thumbnail = request.query.size === 'thumb';
    const key = thumbnail ? thumbnailKey : imageKey;
    return await serve(request, reply, options, (kind) => kind !== 'document', key);
  });
  app.get('/assets/documents/:nama', async (request: AssetRequest, reply) =>
    serve(request, reply, options, (kind) => kind === 'document', documentKey),
  );
}

async function serve(
  request: AssetRequest,
  reply: FastifyReply,
  { db, storage, authenticate, cookieName, rules }: AssetOptions,
  accepts: (kind: FileKind) => boolean,
  keyOf: (nama: string) => string,
) {
  const token = bearerToken(request) ?? parseCookie(request.headers.cookie ?? '')[cookieName];
  const actor = token ? await authenticate(token) : null;
  if (!actor) throw new Refusal('no_session');
  const { nama } = request.params;
  const file = found(await db.selectFrom('files').selectAll().where('nama', '=', nama).executeTakeFirst());
  const rule = accepts(file.kind) ? rules[file.kind] : undefined;
  const allowed = found(await rule?.(db, actor, nama));

  const etag = `"${nama}"`;
  reply.headers({
    'content-type': file.tipe_file,
    'cache-control': 'private, max-age=3600',
    vary: 'cookie, authorization',
    etag,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'self'",
    'content-disposition': disposition(allowed.filename, request.query.download !== undefined),
  });
  if (request.headers['if-none-match'] === etag) return await reply.code(304).send();
  return await sendRange(request, reply, storage, keyOf(nama));
}

function disposition(filename: string | undefined, download: boolean): string {
  const kind = download ? 'attachment' : 'inline';
  if (!filename) return kind;
  return `${kind}; filename="${asciiName(filename)}"; filename*=UTF-8''${encodeURIComponent(filename)}`;
}

async function sendRange(request: AssetRequest, reply: FastifyReply, storage: Storage, key: string) {
  const header = request.headers.range;
  const whole = found(await storage.open(key));
  reply.header('accept-ranges', 'bytes');
  if (!header) return await reply.header('content-length', whole.size).send(whole.stream);
  whole.stream.destroy();
  const range = parseRange(header, whole.size);
  if (!range) return await reply.code(416).header('content-range', `bytes */${whole.size}`).send();
  const part = found(await storage.open(key, range));
  return await reply
    .code(206)
    .headers({
      'content-range': `bytes ${range.start}-${range.end}/${whole.size}`,
      'content-length': range.end - range.start + 1,
    })
    .send(part.stream);
}

/** One range, as viewers of documents ask for; null when it cannot be satisfied. */
function parseRange(header: string, size: number): { start: number; end: number } | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end && start < size ? { start, end } : null;
}
