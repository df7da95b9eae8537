/**
 * Asks again, within the transaction of a write, whether its author may still act: between the admission of a call and
 * its write lie bodies, pictures, password hashes and queues, and meanwhile the person may have been removed.
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

/** A person whom a call has admitted, perhaps with a key under which it happens once. */
export interface Author extends Actor {
  /** What the call demands of them. */
  readonly admittedTo: Exclude<Allow, 'public'>;
  readonly once?: Once | undefined;
  /** Collects the topics that the author is to read again. */
  readonly changed?: Set<Topic> | undefined;
}

const day = 24 * 60 * 60 * 1_000;
export const sessionLifetime = 30 * day;

/** Sessions last used before this instant are dead. */
export const usedSince = (now: Date) => new Date(now.getTime() - sessionLifetime).toISOString();

/**
 * What it reads stays as it is until the transaction ends: whoever removes the author meanwhile waits for that.
 * PostgreSQL locks the rows in the order of FROM. The account must come first: who ends sessions holds the account.
 * @throws Refusal 401 for a session that has ended, 403 for a role or a block that is another one now
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
    .select(['users.id', 'users.nama', 'users.jenis', 'users.blok', 'sessions.id as sessionId'])
    .where('users.id', '=', author.id)
    .where('users.status', '=', 'active')
    .where('users.dihapus_pada', 'is', null)
    .where('sessions.id', '=', author.sessionId)
    .where('sessions.terakhir_aktif', '>', usedSince(new Date(now)));
  const actor = await dialect.hold(query).executeTakeFirst();
  if (!actor) throw new Refusal('no_session');
  const { admittedTo } = author;
  if (admittedTo === 'signed-in') return;
  const scope = scopeOf(actor, admittedTo);
  if (!scope) throw new Refusal('forbidden');
  if (actor.jenis !== author.jenis || !isDeepStrictEqual(scope, scopeOf(author, admittedTo)))
    throw new Refusal('rights_changed');
}
