/** Draws the demo estate's pictures and stores them: each drawing once, under a name of its own for each use. */
import type { Insertable } from 'kysely';
import pLimit from 'p-limit';
import sharp from 'sharp';
import type { FileKind, Files } from '../platform/db/schema.ts';
import { documentKey, imageKey, thumbnailKey } from '../platform/files/files.ts';
import { pictureType } from '../platform/files/images.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { makeRandom } from './random.ts';

type FileRow = Insertable<Files>;

interface Rendered {
  full: Buffer;
  thumbnail: Buffer;
}

export interface Gallery {
  /** Takes a drawing in; answers the name it will be stored under. */
  picture(svg: string, kind: Exclude<FileKind, 'document'>, at: Date): string;
  document(pdf: Buffer, at: Date): string;
  /** Puts everything into storage; answers the rows that name it. Doing it again overwrites the same files. */
  store(): Promise<FileRow[]>;
}

const thumbnailHeight = 320;

export function makeGallery(storage: Storage): Gallery {
  const random = makeRandom('files');
  const drawings = new Map<string, Promise<Rendered>>();
  const rendering = pLimit(4);
  const storing = pLimit(16);
  const work: (() => Promise<FileRow>)[] = [];

  const rendered = (svg: string) => {
    const drawing = drawings.get(svg) ?? rendering(() => render(svg));
    drawings.set(svg, drawing);
    return drawing;
  };
  return {
    picture: (svg, kind, at) => {
      const nama = `${random.word()}.jpg`;
      work.push(async () => {
        const { full, thumbnail } = await rendered(svg);
        await Promise.all([storage.put(imageKey(nama), full), storage.put(thumbnailKey(nama), thumbnail)]);
        return { nama, kind, tipe_file: pictureType, ukuran_file: full.length, dibuat: at.toISOString() };
      });
      return nama;
    },
    document: (pdf, at) => {
      const nama = `${random.word()}.pdf`;
      work.push(async () => {
        await storage.put(documentKey(nama), pdf);
        const tipe_file = 'application/pdf';
        return { nama, kind: 'document', tipe_file, ukuran_file: pdf.length, dibuat: at.toISOString() };
      });
      return nama;
    },
    store: () => Promise.all(work.map((item) => storing(item))),
  };
}

async function render(svg: string): Promise<Rendered> {
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const drawing = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } });
  const [full, thumbnail] = await Promise.all([
    drawing().jpeg({ quality: 72 }).toBuffer(),
    drawing().resize({ height: thumbnailHeight }).jpeg({ quality: 68 }).toBuffer(),
  ]);
  return { full, thumbnail };
}
