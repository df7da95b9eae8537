/** PNG files as no honest program writes them, chunk by chunk. */
import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** @param extra chunks between the header and the pixels */
export function png(
  side: number,
  pixels: Buffer,
  extra: readonly (readonly [type: string, content: Buffer])[] = [],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8; // bits a channel, grey
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...extra.map(([type, content]) => chunk(type, content)),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The packed pixels of a black square; they shrink a thousandfold. */
export const blackPixels = (side: number) => deflateSync(Buffer.alloc(side * (side + 1)), { level: 1 });

/** A text chunk that unpacks to so many bytes. */
export const textBomb = (bytes: number) =>
  Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes, 0x20), { level: 1 })]);
