/**
 * Repeats the permission check within the transaction of a write. Reading the body, decoding pictures and
 * hashing passwords take seconds, and the account may be removed or changed in between.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { Allow } from '../../contract/endpoint.ts';
import type { Topic } from '../../contract/events.ts';
import type { Actor } from '../../contract/people.ts';
import { scopeOf } from '../../contract/policy.ts';
import { Refusal } from '../http/refusal.ts';
import type { Dialect } from './dialect.ts';
import type { Once } from './once.ts';
import type { Schema } from './schema.ts';

/** The signed-in user of a request. With `once`, the request is executed at most once. */
export interface Author extends Actor {
  readonly admittedTo: Exclude<Allow, 'public'>;
  readonly once?: Once | undefined;
  /** Collects the topics that the caller must refetch (`changedHeader`). */
  readonly changed?: Set<Topic> | undefined;
}

const day = 24 * 60 * 60 * 1_000;
export const sessionLifetime = 30 * day;

export const usedSince = (now: Date) => new Date(now.getTime() - sessionLifetime).toISOString();

/**
 * Locks the rows it reads, so that a concurrent removal waits for this transaction. PostgreSQL locks rows in
 * the order of FROM: the account comes first, because ending sessions locks the account first, and another
 * order could deadlock.
 * @throws Refusal 401 if the session has ended, 403 if role, mark or block have changed
 */
export async function assertStillAllowed(
  tx: Transaction<Schema>,
  dialect: Dialect,
  author: Author,
  now: string,
): Promise<void> {
  const query = tx
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select([
      'users.id',
      'users.nama',
      'users.jenis',
      'users.blok',
      'users.pengawas',
      'sessions.id as sessionId',
    ])
    .where('users.id', '=', author.id)
    .where('users.status', '=', 'active')
    .where('users.dihapus_pada', 'is', null)
    .where('sessions.id', '=', author.sessionId)
    .where('sessions.terakhir_aktif', '>', usedSince(new Date(now)));
  const row = await dialect.forShare(query).executeTakeFirst();
  if (!row) throw new Refusal('no_session');
  const actor: Actor = { ...row, pengawas: row.pengawas === 1 };
  const { admittedTo } = author;
  if (admittedTo === 'signed-in') return;
  const scope = scopeOf(actor, admittedTo);
  if (!scope) throw new Refusal('forbidden');
  if (actor.jenis !== author.jenis || !isDeepStrictEqual(scope, scopeOf(author, admittedTo)))
    throw new Refusal('rights_changed');
}
