/** Files a person may send within a day: far more than anybody needs, and too few to fill a disk (ASVS V5.2.4). */
import { hash } from 'node:crypto';
import type { Actor, Role } from '../../../contract/people.ts';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { countWithin, findAttempts, windowFrom } from './limit-queries.ts';

/** Officers enter what others have paid, each with its slip. */
export const filesPerDay = {
  ketua: 1_000,
  admin: 1_000,
  koordinator_perblok: 1_000,
  warga: 100,
} satisfies Record<Role, number>;

const day = 24 * 60 * 60 * 1_000;

/**
 * Counts the files of one request, whatever becomes of them; the day begins with the first.
 * @throws Refusal 429 with Retry-After
 */
export type CountUploads = (actor: Actor, files: number) => Promise<void>;

export function makeUploadLimit({ db, write, clock }: Pick<Context, 'db' | 'write' | 'clock'>): CountUploads {
  return async (actor, files) => {
    const key = hash('sha256', `uploads ${actor.id}`, 'base64url');
    const window = windowFrom(clock(), day);
    const refuseBeyond = (most: number, counted?: { jumlah: number; berlaku_hingga: string }) => {
      if (!counted || counted.jumlah <= most) return;
      const wait = Date.parse(counted.berlaku_hingga) - window.now.getTime();
      throw new Refusal('too_many_uploads', { retryAfter: Math.ceil(wait / 1_000) });
    };
    const most = filesPerDay[actor.jenis];
    const [counted] = await findAttempts(db, [key], window);
    // Read first: whoever goes on costs no write.
    refuseBeyond(most - files, counted);
    await write('system', async (tx) => {
      for (let file = 0; file < files; file += 1) refuseBeyond(most, await countWithin(tx, key, window));
    });
  };
}
