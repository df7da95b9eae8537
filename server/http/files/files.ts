import { createHash, hash, randomBytes } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import type { Readable } from 'node:stream';
import type { FileKind } from '../../database/schema.ts';
import type { Storage } from '../../storage/storage.ts';
import { makePicture, type Picture, pictureType } from './images.ts';
import type { Upload } from './upload.ts';

type DocumentKind = Extract<FileKind, 'document' | 'income-document' | 'statement'>;
export type PictureKind = Exclude<FileKind, DocumentKind>;

export const isDocumentKind = (kind: FileKind): kind is DocumentKind =>
  kind === 'document' || kind === 'income-document' || kind === 'statement';

/** In storage but not yet referenced: `write(…, [file])` references it, or discards it if the write fails. */
export interface StoredFile {
  nama: string;
  kind: FileKind;
  tipe_file: string;
  ukuran_file: number;
  /** Hexadecimal; of a picture the large one's. */
  sha256: string;
}

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};

export const folders = ['uploads', 'thumbnails', 'documents'];

export const thumbnailKey = (nama: string) => `thumbnails/${nama}`;
export const imageKey = (nama: string) => `uploads/${nama}`;
export const documentKey = (nama: string) => `documents/${nama}`;

/** Storage keys of a file; the first is the file itself, the second a picture's thumbnail. */
export const keysOf = ({ nama, kind }: { nama: string; kind: FileKind }) =>
  isDocumentKind(kind) ? [documentKey(nama)] : [imageKey(nama), thumbnailKey(nama)];

/** Rejects path traversal. */
export const isStoredName = (nama: string) => /^[\w-]{1,100}\.[a-z]{2,4}$/.test(nama);

export function isStoredKey(key: string): boolean {
  const [folder = '', nama = '', ...deeper] = key.split('/');
  return folders.includes(folder) && isStoredName(nama) && deeper.length === 0;
}

const unguessableName = (extension: string) => `${randomBytes(16).toString('base64url')}.${extension}`;

/** Reads to the end, in hexadecimal. */
export async function sha256Of(stream: Readable): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of stream) sum.update(chunk as Buffer);
  return sum.digest('hex');
}

export type Files = ReturnType<typeof makeFiles>;

export function makeFiles(storage: Storage) {
  return {
    storeImage: async (upload: Upload, kind: PictureKind) =>
      storePicture(storage, await makePicture(upload), kind),
    storePortrait: async (picture: Picture) => storePicture(storage, picture, 'profile'),
    storeDocument: async (upload: Upload, kind: DocumentKind): Promise<StoredFile> => {
      const nama = unguessableName(extensions[upload.mime] ?? 'bin');
      await storage.put(documentKey(nama), await openAsBlob(upload.path));
      const sha256 = await sha256Of(createReadStream(upload.path));
      return { nama, kind, tipe_file: upload.mime, ukuran_file: upload.size, sha256 };
    },
    discard: async (files: readonly StoredFile[]) => {
      for (const { nama } of files) {
        await Promise.all(
          [imageKey(nama), thumbnailKey(nama), documentKey(nama)].map((key) => storage.remove(key)),
        );
      }
    },
  };
}

export async function storePicture(
  storage: Storage,
  picture: Picture,
  kind: PictureKind,
): Promise<StoredFile> {
  const nama = unguessableName('jpg');
  await storage.put(thumbnailKey(nama), picture.thumbnail);
  try {
    await storage.put(imageKey(nama), picture.full);
  } catch (error) {
    await storage.remove(thumbnailKey(nama)).catch(() => {}); // the sweep retries
    throw error;
  }
  const { full } = picture;
  return {
    nama,
    kind,
    tipe_file: pictureType,
    ukuran_file: full.length,
    sha256: hash('sha256', full),
  };
}
