/** A received file, lying in the temporary folder until the request ends; its kind is judged by its content. */
import { createReadStream } from 'node:fs';
import { fileTypeFromFile } from 'file-type';
import type { FileRule } from '../../../contract/endpoint.ts';
import { Refusal } from '../http/refusal.ts';

export interface Upload {
  path: string;
  /** Bytes. */
  size: number;
  /** As the sender named it; never trusted for anything but a download's name. */
  filename: string;
  mime: string;
}

/** 10 MB, of 1,048,576 bytes each (decisions §10). */
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
  if (mime === pdf || mime === docx) return mime;
  if (mime === 'application/x-cfb' && (await isWordDocument(path))) return doc;
  throw new Refusal('unsupported_document');
}

/** A compound file is a Word document when its directory names a "WordDocument" stream. */
async function isWordDocument(path: string): Promise<boolean> {
  const name = Buffer.from('WordDocument', 'utf16le');
  let tail = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    const window = Buffer.concat([tail, chunk as Buffer]);
    if (window.includes(name)) return true;
    tail = window.subarray(-name.length);
  }
  return false;
}
