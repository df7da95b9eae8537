import pLimit from 'p-limit';
import type { Db } from '../../database/open.ts';
import { keysOf } from '../../http/files/files.ts';
import type { Storage } from '../../storage/storage.ts';
import * as queries from './queries.ts';
import type { Pace } from './violation.ts';

const filesAtOnce = 200;
const openAtOnce = 16;

export async function* lostFiles(db: Db, storage: Pick<Storage, 'open'>, pace: Pace) {
  const opening = pLimit(openAtOnce);
  for await (const files of queries.listFiles(db, filesAtOnce)) {
    const lost = await pace(() => Promise.all(files.map((file) => opening(() => whatIsLost(storage, file)))));
    yield* lost.flat();
  }
}

async function whatIsLost(storage: Pick<Storage, 'open'>, file: queries.NamedFile) {
  const { nama, ukuran_file } = file;
  const lost: { nama: string; says: string }[] = [];
  for (const [index, key] of keysOf(file).entries()) {
    const object = await storage.open(key, { start: 0, end: 0 });
    object?.stream.destroy();
    if (!object) lost.push({ nama, says: `berkas ${key} hilang` });
    else if (index === 0 && object.size !== ukuran_file)
      lost.push({ nama, says: `berkas ${key} berukuran ${object.size} byte, seharusnya ${ukuran_file}` });
  }
  return lost;
}
