/**
 * Daily quotas per user against filling the disk (ASVS V5.2.4), flooding others with notifications, and probing which
 * e-mails and phone numbers have accounts. Each call is counted in a separate transaction before it runs, so that
 * refused calls count too. The 24 hours start with the first counted call.
 */
import { hash } from 'node:crypto';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { RefusalCode } from '../../../contract/messages.ts';
import type { Actor, Role } from '../../../contract/people.ts';
import type { Context } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { countWithin, findAttempts, windowFrom } from './limit-queries.ts';

const sameForAll = (max: number): Record<Role, number> => ({
  ketua: max,
  admin: max,
  koordinator_perblok: max,
  warga: max,
});

/** Officers get more because they record payments for others. `changes` are calls whose endpoint has no `counts`. */
const perDay = {
  uploads: { max: { ...sameForAll(1_000), warga: 100 }, code: 'too_many_uploads' },
  changes: { max: { ...sameForAll(1_000), warga: 200 }, code: 'too_many_texts' },
  passwords: { max: sameForAll(20), code: 'too_many_passwords' },
} as const satisfies Record<string, { max: Record<Role, number>; code: RefusalCode }>;

type Kind = keyof typeof perDay;

export type DailyLimits = ReturnType<typeof makeDailyLimits>;

const day = 24 * 60 * 60 * 1_000;
const keyOf = (kind: Kind, { id }: Actor) => hash('sha256', `${kind} ${id}`, 'base64url');

export function makeDailyLimits({ db, write, clock }: Pick<Context, 'db' | 'write' | 'clock'>) {
  const count = async (actor: Actor, what: Partial<Record<Kind, number>>): Promise<void> => {
    const window = windowFrom(clock(), day);
    const entries = (Object.entries(what) as [Kind, number][])
      .filter(([, times]) => times > 0)
      .map(([kind, times]) => ({ ...perDay[kind], times, key: keyOf(kind, actor) }));
    if (entries.length === 0) return;
    const refuseBeyond = (
      { code }: { code: RefusalCode },
      max: number,
      counted?: { jumlah: number; berlaku_hingga: string },
    ) => {
      if (!counted || counted.jumlah <= max) return;
      const wait = Date.parse(counted.berlaku_hingga) - window.now.getTime();
      throw new Refusal(code, { retryAfter: Math.ceil(wait / 1_000) });
    };
    // Read first: calls beyond the limit must not cost a write.
    const keys = entries.map(({ key }) => key);
    const before = new Map((await findAttempts(db, keys, window)).map((found) => [found.kunci, found]));
    for (const entry of entries)
      refuseBeyond(entry, entry.max[actor.jenis] - entry.times, before.get(entry.key));
    await write('system', async (tx) => {
      for (const entry of entries)
        refuseBeyond(entry, entry.max[actor.jenis], await countWithin(tx, entry.key, window, entry.times));
    });
  };
  return {
    count,
    countCall: (actor: Actor, { counts }: Pick<Endpoint, 'counts'>, files: number) =>
      count(actor, { uploads: files, changes: counts === undefined ? 1 : 0 }),
  };
}
