/** An uploaded file in the temporary folder; its type is detected from its content. */
import { createReadStream } from 'node:fs';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import type { FileRule } from '../../../contract/endpoint.ts';
import { Refusal } from '../refusal.ts';

export interface Upload {
  path: string;
  size: number;
  /** From the client; only used as the name for downloads. */
  filename: string;
  mime: string;
  /** Whether the client has hung up. */
  isAbandoned(): boolean;
}

export const maxFileBytes = 10 * 1_048_576;

const imageTypes = new Set(['image/jpeg', 'image/png', 'image/webp']);
const pdf = 'application/pdf';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const doc = 'application/msword';

/** Returns the MIME type. @throws Refusal 415 if the content is not an accepted type */
export async function detectType(path: string, size: number, accept: FileRule['accept']): Promise<string> {
  if (accept === 'statement') return 'application/octet-stream';
  const mime = size === 0 ? undefined : (await fileTypeFromFile(path).catch(() => undefined))?.mime;
  if (accept === 'image') {
    if (mime && imageTypes.has(mime)) return mime;
    throw new Refusal('unsupported_image');
  }
  if (mime === pdf) return mime;
  if (accept === 'proof') {
    if (mime && imageTypes.has(mime)) return mime;
    throw new Refusal('unsupported_proof');
  }
  const kind = mime === docx ? docx : mime === 'application/x-cfb' ? doc : null;
  if (!kind) throw new Refusal('unsupported_document');
  const found = await findIn(path, [wordStream, macrosInDoc, macrosInDocx]);
  if (kind === doc && !found.has(wordStream)) throw new Refusal('unsupported_document');
  if (found.has(kind === doc ? macrosInDoc : macrosInDocx)) throw new Refusal('document_with_macros');
  return kind;
}

/** False for SVG, which can contain scripts. */
export async function isPicture(content: Uint8Array): Promise<boolean> {
  const kind = await fileTypeFromBuffer(content).catch(() => undefined);
  return kind !== undefined && imageTypes.has(kind.mime);
}

/** A compound file is a Word document if it has a stream with this name. */
const wordStream = Buffer.from('WordDocument', 'utf16le');
/** Names of the storage (DOC) and of the file (DOCX) that contain macros. */
const macrosInDoc = Buffer.from('_VBA_PROJECT', 'utf16le');
const macrosInDocx = Buffer.from('vbaProject.bin', 'latin1');

async function findIn(path: string, needles: readonly Buffer[]): Promise<Set<Buffer>> {
  const found = new Set<Buffer>();
  const longest = Math.max(...needles.map(({ length }) => length));
  let tail = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    const window = Buffer.concat([tail, chunk as Buffer]);
    for (const needle of needles) if (window.includes(needle)) found.add(needle);
    tail = window.subarray(-longest);
  }
  return found;
}
