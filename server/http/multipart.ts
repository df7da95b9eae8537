/** Parses multipart bodies: fields in memory, files streamed to the temporary folder, all with limits. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FileRule } from '../../contract/endpoint.ts';
import { detectType, maxFileBytes, type Upload } from './files/upload.ts';
import { Refusal } from './refusal.ts';

export interface MultipartBody {
  fields: Record<string, unknown>;
  files: Record<string, Upload>;
}

const limits = {
  fileSize: maxFileBytes,
  files: 4,
  fields: 40,
  fieldSize: 64 * 1024,
  fieldNameSize: 100,
  parts: 44,
};

/** Registers routes with multipart parsing. Other routes refuse forms. */
export function withMultipart(app: FastifyInstance, add: (forms: FastifyInstance) => void): void {
  app.register(async (forms) => {
    await forms.register(multipart, { throwFileSizeLimit: false });
    add(forms);
  });
}

/**
 * The caller deletes the files in `received` with `removeUploads`, also after an error.
 * @throws Refusal 400, 413 or 415
 */
export async function readMultipart(
  request: FastifyRequest,
  rules: Record<string, FileRule>,
  folder: string,
  received: Upload[],
): Promise<MultipartBody> {
  const fields: Record<string, unknown> = Object.create(null);
  const files: Record<string, Upload> = Object.create(null);
  const tooLarge = whenLargerThan(Object.keys(rules).length * maxFileBytes + overhead, request);
  const parts = request.parts({ limits });
  for (;;) {
    const { value: part, done } = await Promise.race([parts.next(), tooLarge]);
    if (done) return { fields, files };
    if (part.type === 'field') {
      if (part.valueTruncated || part.fieldnameTruncated) throw new Refusal('payload_too_large');
      const value = lineBreaks(part.value);
      const fieldname = part.fieldname as string | undefined; // a part may have no name
      if (fieldname !== undefined)
        fields[fieldname] = fieldname.endsWith('[]') ? [...listIn(fields, fieldname), value] : value;
      continue;
    }
    // Stops reading at the limit: the client may never stop sending.
    part.file.once('limit', () => part.file.destroy(new Refusal('file_too_large')));
    const rule = rules[part.fieldname];
    // Browsers send an empty part without a name if no file was chosen.
    if (!rule || files[part.fieldname] || !part.filename) {
      for await (const _ of part.file);
      continue;
    }
    const isAbandoned = () => request.raw.socket.destroyed;
    files[part.fieldname] = await receive(part, rule, folder, { received, isAbandoned });
  }
}

/** Fields whose name ends in `[]` are lists. */
const listIn = (fields: Record<string, unknown>, name: string) =>
  (fields[name] as unknown[] | undefined) ?? [];

/** Form encoding turns line breaks into CR LF; the length limits count one character. */
const lineBreaks = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value);

/** Bytes for fields, boundaries and headers. */
const overhead = 4 * 1_048_576;

/** Needed because a part without an end never triggers the limits of the parser. */
function whenLargerThan(most: number, { raw }: FastifyRequest): Promise<never> {
  const tooLarge = new Promise<never>((_resolve, reject) => {
    let left = most;
    raw.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) reject(new Refusal('payload_too_large'));
    });
  });
  // Prevents an unhandled rejection if nobody awaits it at that moment.
  tooLarge.catch(() => {});
  return tooLarge;
}

async function receive(
  part: MultipartFile,
  rule: FileRule,
  folder: string,
  { received, isAbandoned }: Pick<Upload, 'isAbandoned'> & { received: Upload[] },
): Promise<Upload> {
  const path = join(folder, randomUUID());
  const upload: Upload = { path, size: 0, filename: part.filename, mime: '', isAbandoned };
  received.push(upload);
  await mkdir(folder, { recursive: true });
  await pipeline(part.file, createWriteStream(upload.path));
  upload.size = part.file.bytesRead;
  upload.mime = await detectType(upload.path, upload.size, rule.accept);
  return upload;
}

export async function removeUploads(uploads: readonly Upload[]): Promise<void> {
  await Promise.all(uploads.map(({ path }) => rm(path, { force: true })));
}

/** Milliseconds, above every request timeout. */
const longestRequest = 60 * 60 * 1_000;

/** Deletes files that a crash left behind. Younger files may belong to a running request, also of another process. */
export async function prepareTemporaryFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const written = await stat(path).catch(() => null);
    if (written && Date.now() - written.mtimeMs > longestRequest) await rm(path, { force: true });
  }
}
