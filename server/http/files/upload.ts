/** A received file, lying in the temporary folder until the request ends; its kind is judged by its content. */
import { createReadStream } from 'node:fs';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import type { FileRule } from '../../../contract/endpoint.ts';
import { Refusal } from '../refusal.ts';

export interface Upload {
  path: string;
  /** Bytes. */
  size: number;
  /** As the sender named it; never trusted for anything but a download's name. */
  filename: string;
  mime: string;
}

/** 10 MB, of 1,048,576 bytes each. */
export const maxFileBytes = 10 * 1_048_576;

const imageTypes = new Set(['image/jpeg', 'image/png', 'image/webp']);
const pdf = 'application/pdf';
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const doc = 'application/msword';

/** @throws Refusal 415 when the content is not of the accepted kind. */
export async function judge(path: string, size: number, accept: FileRule['accept']): Promise<string> {
  const mime = size === 0 ? undefined : (await fileTypeFromFile(path).catch(() => undefined))?.mime;
  if (accept === 'image') {
    if (mime && imageTypes.has(mime)) return mime;
    throw new Refusal('unsupported_image');
  }
  if (mime === pdf) return mime;
  const kind = mime === docx ? docx : mime === 'application/x-cfb' ? doc : null;
  if (!kind) throw new Refusal('unsupported_document');
  const found = await findIn(path, [wordStream, macrosInDoc, macrosInDocx]);
  if (kind === doc && !found.has(wordStream)) throw new Refusal('unsupported_document');
  if (found.has(kind === doc ? macrosInDoc : macrosInDocx)) throw new Refusal('document_with_macros');
  return kind;
}

/** The same for a picture that came as text; whatever it calls itself, an SVG is a program. */
export async function isPicture(content: Uint8Array): Promise<boolean> {
  const kind = await fileTypeFromBuffer(content).catch(() => undefined);
  return kind !== undefined && imageTypes.has(kind.mime);
}

/** A compound file is a Word document when its directory names a "WordDocument" stream. */
const wordStream = Buffer.from('WordDocument', 'utf16le');
/** Macros in it lie in a storage of this name; those of a DOCX in a packed file of the other. */
const macrosInDoc = Buffer.from('_VBA_PROJECT', 'utf16le');
const macrosInDocx = Buffer.from('vbaProject.bin', 'latin1');

/** Which of these bytes the file has anywhere. */
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
