/** Files that were stored before there were checksums are read once. */
import type { Context } from '../context.ts';
import { keysOf, sha256Of } from '../http/files/files.ts';

const filesAtOnce = 100;

export async function fillChecksums({ db, storage, write }: Pick<Context, 'db' | 'storage' | 'write'>) {
  for (let last = '', isFull = true; isFull; ) {
    const files = await db
      .selectFrom('files')
      .select(['nama', 'kind'])
      .where('sha256', 'is', null)
      .where('nama', '>', last)
      .orderBy('nama')
      .limit(filesAtOnce)
      .execute();
    isFull = files.length === filesAtOnce;
    last = files.at(-1)?.nama ?? last;
    for (const file of files) {
      const object = await storage.open(keysOf(file)[0] ?? '');
      if (!object) continue; // the doctor says so
      const sha256 = await sha256Of(object.stream);
      await write('system', ({ db: tx }) =>
        tx
          .updateTable('files')
          .set({ sha256 })
          .where('nama', '=', file.nama)
          .where('sha256', 'is', null)
          .execute(),
      );
    }
  }
}
