import * as log from '../../contract/log.ts';
import { latestCheckpoint } from '../areas/log/sign-checkpoint.ts';
import type { Context } from '../context.ts';
import { cosignature } from './cosignature.ts';
import { plain, type Recipe } from './recipe.ts';

/** @param next for values that must be unique */
export function logRecipes(context: Context, next: () => number): Recipe[] {
  return [
    plain(log.getLogKey),
    plain(log.getCheckpoint),
    plain(log.exportLog),
    plain(log.cosignCheckpoint, async ({ id }) => ({ body: await cosignature(context, id) })),
    plain(log.getConsistency, () => ({ query: { dari: '0' } })),
    plain(log.listRotations, () => ({ query: { ukuran: '0' } })),
    plain(log.getRestoredLog, async () => ({ query: { asal: await formerLog() } })),
    plain(log.getTile, async () => ({ params: { '*': `0/${await signedLeaf()}` } })),
    plain(log.getEntries, async () => ({ params: { '*': await signedLeaf() } })),
  ];

  async function formerLog(): Promise<string> {
    const asal_lama = `griya.contoh.id/${next()}`;
    await context.write('system', (tx) => tx.audit('log.restored', 'log', null, { sesudah: { asal_lama } }));
    return asal_lama;
  }

  /** Part of a tile path. */
  async function signedLeaf(): Promise<string> {
    await context.write('system', (tx) => tx.audit('post.deleted', 'posts', next()));
    await latestCheckpoint(context);
    return '000.p/1';
  }
}
