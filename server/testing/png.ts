import { crc32, deflateSync } from 'node:zlib';

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

interface Format {
  /** Bits per channel. */
  depth?: 8 | 16;
  channels?: 1 | 2 | 3 | 4;
  interlaced?: boolean;
}

const colourTypes = { 1: 0, 2: 4, 3: 2, 4: 6 };

function assemble(
  [width, height]: readonly [width: number, height: number],
  { depth = 8, channels = 1, interlaced = false }: Format,
  pixels: Buffer,
  extra: readonly (readonly [type: string, content: Buffer])[],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourTypes[channels], 0, 0, Number(interlaced)], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...extra.map(([type, content]) => chunk(type, content)),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * A grey square.
 * @param extra chunks between header and pixels
 */
export const png = (
  side: number,
  pixels: Buffer,
  extra: readonly (readonly [type: string, content: Buffer])[] = [],
): Buffer => assemble([side, side], {}, pixels, extra);

/** Compressed 1:1000. */
export const blackPixels = (side: number) => deflateSync(Buffer.alloc(side * (side + 1)), { level: 1 });

/** Start and step, horizontal and vertical, of the seven Adam7 passes. */
const passes = ['0088', '4088', '0448', '2044', '0224', '1022', '0112'].map((pass) => [...pass].map(Number));

/** Any size and format; compressed 1:1000. */
export function blackPng(width: number, height: number, format: Format = {}): Buffer {
  const bytes = (pixels: number) => 1 + pixels * (format.channels ?? 1) * ((format.depth ?? 8) / 8);
  const partial = ([x = 0, y = 0, across = 1, down = 1]: number[]) =>
    Math.ceil((height - y) / down) * bytes(Math.ceil((width - x) / across));
  const size = format.interlaced
    ? passes.reduce((sum, pass) => sum + partial(pass), 0)
    : height * bytes(width);
  return assemble([width, height], format, deflateSync(Buffer.alloc(size), { level: 1 }), []);
}

export const textBomb = (bytes: number) =>
  Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes, 0x20), { level: 1 })]);
