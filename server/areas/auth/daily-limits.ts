/**
 * What a person may send within a day: far more than anybody needs, too few files to fill a disk (ASVS V5.2.4), and too
 * few words to bury those who are told of them. A day begins with the first.
 */
import { hash } from 'node:crypto';
import type { RefusalCode } from '../../../contract/messages.ts';
import type { Actor, Role } from '../../../contract/people.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/write.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { countWithin, findAttempts, windowFrom } from './limit-queries.ts';

type PerDay = Record<Role, number>;

/** Officers enter what others have paid, each with its slip. */
const filesPerDay: PerDay = { ketua: 1_000, admin: 1_000, koordinator_perblok: 1_000, warga: 100 };

/** Posts, comments and complaints together, and every change of a complaint or of one's own data. */
const textsPerDay: PerDay = { ketua: 1_000, admin: 1_000, koordinator_perblok: 1_000, warga: 200 };

const day = 24 * 60 * 60 * 1_000;
const keyOf = (what: 'uploads' | 'texts', { id }: Actor) => hash('sha256', `${what} ${id}`, 'base64url');

interface Counted {
  jumlah: number;
  berlaku_hingga: string;
}

function refuseBeyond(most: number, counted: Counted | undefined, code: RefusalCode, now: Date) {
  if (!counted || counted.jumlah <= most) return;
  const wait = Date.parse(counted.berlaku_hingga) - now.getTime();
  throw new Refusal(code, { retryAfter: Math.ceil(wait / 1_000) });
}

/**
 * Counts the files of one request, whatever becomes of them.
 * @throws Refusal 429 with Retry-After
 */
export type CountUploads = (actor: Actor, files: number) => Promise<void>;

export function makeUploadLimit({ db, write, clock }: Pick<Context, 'db' | 'write' | 'clock'>): CountUploads {
  return async (actor, files) => {
    const key = keyOf('uploads', actor);
    const window = windowFrom(clock(), day);
    const most = filesPerDay[actor.jenis];
    const refuse = (counted: Counted | undefined, limit: number) =>
      refuseBeyond(limit, counted, 'too_many_uploads', window.now);
    const [counted] = await findAttempts(db, [key], window);
    // Read first: whoever goes on costs no write.
    refuse(counted, most - files);
    await write('system', async (tx) => {
      for (let file = 0; file < files; file += 1) refuse(await countWithin(tx, key, window), most);
    });
  };
}

/**
 * Counts one text or change that this write has stored. After that, because on PostgreSQL whoever changes what sums are kept of
 * takes its turn before it holds any row (`sum-tables.ts`).
 * @throws Refusal 429 with Retry-After
 */
export async function countText(tx: Tx, actor: Actor): Promise<void> {
  const window = windowFrom(new Date(tx.now), day);
  const counted = await countWithin(tx, keyOf('texts', actor), window);
  refuseBeyond(textsPerDay[actor.jenis], counted, 'too_many_texts', window.now);
}
