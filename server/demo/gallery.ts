/** Renders and stores the demo pictures. Each drawing is rendered once and stored under its name for each use. */
import { hash } from 'node:crypto';
import type { Insertable } from 'kysely';
import pLimit from 'p-limit';
import sharp from 'sharp';
import type { Schema } from '../database/schema.ts';
import { documentKey, imageKey, type PictureKind, thumbnailKey } from '../http/files/files.ts';
import { pictureType } from '../http/files/images.ts';
import type { Storage } from '../storage/storage.ts';
import { makeRandom } from './random.ts';

type FileRow = Insertable<Schema['files']>;

interface Rendered {
  full: Buffer;
  thumbnail: Buffer;
}

const thumbnailHeight = 320;

export type Gallery = ReturnType<typeof makeGallery>;

export function makeGallery(storage: Storage) {
  const random = makeRandom('files');
  const drawings = new Map<string, Promise<Rendered>>();
  const strips = new Map<string, Promise<Pixels>>();
  const rendering = pLimit(4);
  const storing = pLimit(16);
  const work: (() => Promise<FileRow>)[] = [];

  const drawn = (svg: string) => {
    const drawing = drawings.get(svg) ?? rendering(async () => encode(await rasterize(svg)));
    drawings.set(svg, drawing);
    return drawing;
  };
  const assembled = async (svgs: readonly string[]) => {
    const parts = svgs.map((svg) => {
      const strip = strips.get(svg) ?? rendering(() => rasterize(svg));
      strips.set(svg, strip);
      return strip;
    });
    const pixels = stack(await Promise.all(parts));
    return await rendering(() => encode(pixels));
  };
  return {
    /** @param drawing SVG, or SVG strips of equal width to stack vertically. @returns its name in storage */
    picture: (drawing: string | readonly string[], kind: PictureKind, at: Date) => {
      const nama = `${random.word()}.jpg`;
      work.push(async () => {
        const { full: shared, thumbnail } = await (typeof drawing === 'string'
          ? drawn(drawing)
          : assembled(drawing));
        const full = withComment(shared, nama);
        await Promise.all([storage.put(imageKey(nama), full), storage.put(thumbnailKey(nama), thumbnail)]);
        return rowOf({ nama, kind, tipe_file: pictureType }, full, at);
      });
      return nama;
    },
    document: (pdf: Buffer, at: Date) => {
      const nama = `${random.word()}.pdf`;
      work.push(async () => {
        await storage.put(documentKey(nama), pdf);
        return rowOf({ nama, kind: 'document', tipe_file: 'application/pdf' }, pdf, at);
      });
      return nama;
    },
    /** Idempotent: names are deterministic. @returns the rows for the table `files` */
    store: () => Promise.all(work.map((item) => storing(item))),
  };
}

const rowOf = (file: Pick<FileRow, 'nama' | 'kind' | 'tipe_file'>, content: Buffer, at: Date): FileRow => ({
  ...file,
  ukuran_file: content.length,
  sha256: hash('sha256', content),
  dibuat: at.toISOString(),
});

/** No two uses are equal byte by byte, which would be reported as a picture that was sent twice. */
function withComment(jpeg: Buffer, words: string): Buffer {
  const comment = Buffer.from(`\xff\xfe\0${String.fromCharCode(words.length + 2)}${words}`, 'latin1');
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]); // after the marker that begins the file
}

/** RGB, three bytes per pixel, row by row. */
interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

async function rasterize(svg: string): Promise<Pixels> {
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const stack = (strips: readonly Pixels[]): Pixels => ({
  data: Buffer.concat(strips.map(({ data }) => data)),
  width: strips[0]?.width ?? 0,
  height: strips.reduce((sum, { height }) => sum + height, 0),
});

async function encode({ data, width, height }: Pixels): Promise<Rendered> {
  const drawing = () => sharp(data, { raw: { width, height, channels: 3 } });
  if (height <= thumbnailHeight) {
    const full = await drawing().jpeg({ quality: 72 }).toBuffer();
    return { full, thumbnail: full };
  }
  const [full, thumbnail] = await Promise.all([
    drawing().jpeg({ quality: 72 }).toBuffer(),
    drawing().resize({ height: thumbnailHeight }).jpeg({ quality: 68 }).toBuffer(),
  ]);
  return { full, thumbnail };
}
