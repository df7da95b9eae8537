import pLimit from 'p-limit';
import type { Db } from '../../database/open.ts';
import { keysOf, sha256Of } from '../../http/files/files.ts';
import type { Storage } from '../../storage/storage.ts';
import { listFiles, type NamedFile } from './queries.ts';
import type { Pace } from './violation.ts';

export interface CheckedStorage extends Pick<Storage, 'open'> {
  /** Checksum of what is stored, where it is known without reading it. */
  sha256?(key: string): Promise<string | undefined>;
}

const filesAtOnce = 200;
const openAtOnce = 16;

interface Lost {
  nama: string;
  says: string;
}

export async function* lostFiles(db: Db, storage: CheckedStorage, pace: Pace) {
  const opening = pLimit(openAtOnce);
  for await (const named of listFiles(db, filesAtOnce)) {
    const files = await withChecksums(db, named);
    const lost = await pace(() => Promise.all(files.map((file) => opening(() => whatIsLost(storage, file)))));
    yield* await stillNamed(db, lost.flat());
  }
}

/** Without files that were removed while they were being checked. */
async function stillNamed(db: Db, lost: readonly Lost[]): Promise<Lost[]> {
  if (lost.length === 0) return [];
  const names = lost.map(({ nama }) => nama);
  const rows = await db.selectFrom('files').select('nama').where('nama', 'in', names).execute();
  const named = new Set(rows.map(({ nama }) => nama));
  return lost.filter(({ nama }) => named.has(nama));
}

type CheckedFile = NamedFile & { sha256: string | null };

async function withChecksums(db: Db, files: readonly NamedFile[]): Promise<CheckedFile[]> {
  const names = files.map(({ nama }) => nama);
  const rows = await db.selectFrom('files').select(['nama', 'sha256']).where('nama', 'in', names).execute();
  const known = new Map(rows.map(({ nama, sha256 }) => [nama, sha256]));
  return files.map((file) => ({ ...file, sha256: known.get(file.nama) ?? null }));
}

async function whatIsLost(storage: CheckedStorage, file: CheckedFile): Promise<Lost[]> {
  const { nama } = file;
  const [key = '', ...others] = keysOf(file);
  const lost: Lost[] = [];
  const says = await whatIsWrong(storage, key, file);
  if (says !== null) lost.push({ nama, says: `file ${key} ${says}` });
  for (const other of others) {
    const object = await storage.open(other, { start: 0, end: 0 });
    object?.stream.destroy();
    if (!object) lost.push({ nama, says: `file ${other} hilang` });
  }
  return lost;
}

async function whatIsWrong(
  storage: CheckedStorage,
  key: string,
  { ukuran_file, sha256 }: CheckedFile,
): Promise<string | null> {
  const object = await storage.open(key);
  if (!object) return 'hilang';
  if (object.size !== ukuran_file || sha256 === null) {
    object.stream.destroy();
    return object.size === ukuran_file ? null : `berukuran ${object.size} byte, seharusnya ${ukuran_file}`;
  }
  const is = storage.sha256 ? await storage.sha256(key) : await sha256Of(object.stream);
  return is === sha256 ? null : 'bukan lagi yang diunggah: isinya diganti dengan yang lain';
}
