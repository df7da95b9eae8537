/**
 * `/assets/*`: stored files. Requires a session (cookie, because an `<img>` cannot send headers) and read
 * permission for the record that the file belongs to. Responses are never cached publicly, and scripts in
 * files cannot run.
 */
import { create as contentDisposition } from 'content-disposition';
import { parseCookie } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../../contract/people.ts';
import type { Db } from '../../database/open.ts';
import type { FileKind } from '../../database/schema.ts';
import type { Authenticate } from '../../realtime/realtime.ts';
import type { ByteRange, Storage } from '../../storage/storage.ts';
import { bearerToken } from '../admit.ts';
import { found, Refusal } from '../refusal.ts';
import { pageHeaders } from '../security-headers.ts';
import { documentKey, imageKey, isDocumentKind, isStoredName, thumbnailKey } from './files.ts';

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
    return await serve(request, reply, options, (kind) => !isDocumentKind(kind), key);
  });
  app.get('/assets/documents/:nama', async (request: AssetRequest, reply) =>
    serve(request, reply, options, isDocumentKind, documentKey),
  );
}

const nothing = "default-src 'none'; frame-ancestors 'self'";
/** Browsers centre a picture opened in its own tab with inline styles. */
const sandboxedPolicy = `${nothing}; sandbox; style-src 'unsafe-inline'`;
/** Safari shows an empty page instead of a PDF that is sandboxed; scripts of a PDF stay within its viewer. */
const pdfPolicy = `${nothing}; style-src 'unsafe-inline'`;

const policyOf = (type: string): string => (type === 'application/pdf' ? pdfPolicy : sandboxedPolicy);

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
  const file = found(isStoredName(nama) ? await findFile(db, nama) : null);
  const rule = accepts(file.kind) ? rules[file.kind] : undefined;
  const allowed = found(await rule?.(db, actor, nama));

  const kind = request.query.download === undefined ? 'inline' : 'attachment';
  const key = keyOf(nama);
  const etag = `"${key}"`;
  const headers = {
    ...pageHeaders,
    'content-type': file.tipe_file,
    'cache-control': 'private, max-age=3600',
    vary: 'cookie, authorization',
    etag,
    'content-security-policy': policyOf(file.tipe_file),
    'content-disposition': contentDisposition(allowed.filename, { type: kind }),
    'accept-ranges': 'bytes',
  };
  if (isKnown(etag, request.headers['if-none-match'])) return await reply.code(304).headers(headers).send();
  // A suffix range needs the total size, which the request for the first byte returns.
  const wantsPart = asksForRange(request, etag);
  const opened = found(await storage.open(key, wantsPart ? firstByte : undefined));
  reply.headers(headers);
  if (!wantsPart) return await reply.header('content-length', opened.size).send(opened.stream);
  opened.stream.destroy();
  return await sendPart(reply, storage, key, opened.size, parseRange(request, opened.size));
}

function findFile(db: Db, nama: string) {
  return db.selectFrom('files').select(['kind', 'tipe_file']).where('nama', '=', nama).executeTakeFirst();
}

function isKnown(etag: string, ifNoneMatch = ''): boolean {
  return ifNoneMatch.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}

const firstByte: ByteRange = { start: 0, end: 0 };
/** Only single ranges, which document viewers use; a request for several gets the whole file. */
const oneRange = /^bytes=(?=\S*\d)(\d*)-(\d*)$/;

function asksForRange({ headers }: FastifyRequest, etag: string): boolean {
  const isOfThis = headers['if-range'] === undefined || headers['if-range'] === etag;
  return isOfThis && oneRange.test(headers.range ?? '');
}

function parseRange({ headers }: FastifyRequest, size: number): ByteRange | null {
  const [, first = '', last = ''] = oneRange.exec(headers.range ?? '') ?? [];
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end ? { start, end } : null;
}

async function sendPart(
  reply: FastifyReply,
  storage: Storage,
  key: string,
  size: number,
  range: ByteRange | null,
) {
  if (!range) return await reply.code(416).header('content-range', `bytes */${size}`).send();
  const part = found(await storage.open(key, range));
  return await reply
    .code(206)
    .headers({
      'content-range': `bytes ${range.start}-${range.end}/${size}`,
      'content-length': range.end - range.start + 1,
    })
    .send(part.stream);
}
