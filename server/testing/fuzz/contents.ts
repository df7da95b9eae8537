import { createHash } from 'node:crypto';
import { pictures } from '../pictures.ts';
import { blackPixels, png } from '../png.ts';

const noise = createHash('shake256', { outputLength: 300 }).digest();
const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

export async function hostileContents(): Promise<Buffer[]> {
  const [jpeg, webp] = [await pictures.jpeg(), await pictures.webp()];
  const texts = [
    '',
    '\u0000',
    '<!doctype html><script>alert(1)</script>',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    `<html>${pdf}`,
  ];
  return [
    jpeg,
    Buffer.from(pdf),
    ...texts.map((text) => Buffer.from(text)),
    jpeg.subarray(0, 150),
    webp.subarray(0, 60),
    Buffer.concat([jpeg, Buffer.from('PK\x03\x04<script>')]),
    png(30_000, blackPixels(200)),
    png(50, noise.subarray(0, 100)),
    Buffer.from('GIF89a/*\x01\x00\x01\x00*/=1;alert(1)', 'latin1'),
    Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'),
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    noise,
    Buffer.alloc(200_000, 0x41),
  ];
}
