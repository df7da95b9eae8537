/**
 * Idempotent creation. The write stores key and response in its own transaction, so a repeat finds both or
 * neither, and a concurrent repeat waits for that transaction.
 */
import type { Transaction } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import type { Db } from './open.ts';
import type { Schema } from './schema.ts';

export interface Once {
  user_id: number;
  kunci: string;
  sidik: string;
  answerOf(record: Record<string, unknown>): string;
}

/** Thrown by a write whose key is already stored; carries the stored response. */
export class Repeated extends Error {
  readonly answer: string;

  constructor(answer: string) {
    super('this call has been answered before');
    this.answer = answer;
  }
}

/** @throws Repeated; Refusal key_reused if the key belongs to different content */
export async function refuseRepeat(db: Db, { user_id, kunci, sidik }: Once): Promise<void> {
  const known = await db
    .selectFrom('idempotency_keys')
    .select(['sidik', 'jawaban'])
    .where('user_id', '=', user_id)
    .where('kunci', '=', kunci)
    .executeTakeFirst();
  if (!known) return;
  throw known.sidik === sidik ? new Repeated(known.jawaban) : new Refusal('key_reused');
}

export async function claim(db: Transaction<Schema>, once: Once, dibuat: string): Promise<void> {
  const { user_id, kunci, sidik } = once;
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ user_id, kunci, sidik, jawaban: '', dibuat })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kunci')
    .executeTakeFirst();
  if (claimed) return;
  await refuseRepeat(db, once);
  throw new Refusal('busy'); // it was there, and has just been forgotten
}

export async function keepAnswer(db: Transaction<Schema>, once: Once, record: unknown): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ jawaban: once.answerOf(record as Record<string, unknown>) })
    .where('user_id', '=', once.user_id)
    .where('kunci', '=', once.kunci)
    .execute();
}

export async function forgetAnswers(db: Transaction<Schema>, before: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('dibuat', '<', before.toISOString()).execute();
}
