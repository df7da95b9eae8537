/** Deletes unreferenced files, left by a crash between storing a file and committing its record. */
import type { Db } from '../../database/open.ts';
import type { Storage } from '../../storage/storage.ts';
import { folders } from './files.ts';

/** @param before only files written before; younger ones may belong to a running write */
export async function sweepOrphans(db: Db, storage: Storage, before: Date): Promise<number> {
  let removed = 0;
  for (const folder of folders) {
    for await (const { key, writtenAt } of storage.list(folder)) {
      if (writtenAt >= before) continue;
      const nama = key.slice(folder.length + 1);
      const row = await db.selectFrom('files').select('nama').where('nama', '=', nama).executeTakeFirst();
      if (row) continue;
      await storage.remove(key);
      removed += 1;
    }
  }
  return removed;
}
