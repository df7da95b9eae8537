/**
 * The only way to change data. A write carries its transaction, its audit rows, its notifications and the topics
 * that changed; what people are told leaves only after the commit, and a failure to tell never undoes the change.
 */
import { sql, type Transaction } from 'kysely';
import type { AuditAction, AuditSubject } from '../../contract/audit.ts';
import type { NotificationKind, ServerEvents, Topic } from '../../contract/events.ts';
import type { RefusalCode } from '../../contract/messages.ts';
import type { Clock } from '../clock.ts';
import { failureOf } from '../failures.ts';
import type { Files, StoredFile } from '../http/files/files.ts';
import { Refusal } from '../http/refusal.ts';
import type { Subject } from '../realtime/rooms.ts';
import { assertStillAllowed, type Author } from './author.ts';
import { countsTowardsQuota, refuseBeyondQuota } from './file-quota.ts';
import { type Dialect, frozen } from './dialect.ts';
import { claim, keepAnswer, Repeated } from './once.ts';
import type { Database } from './open.ts';
import type { Schema } from './schema.ts';

export interface AuditRecord {
  aksi: AuditAction;
  entitas: AuditSubject;
  entitas_id: number | null;
  sebelum?: Record<string, unknown>;
  sesudah?: Record<string, unknown>;
}

export interface NewNotification {
  user_id: number;
  jenis: NotificationKind;
  judul: string;
  pesan: string;
  halaman: string;
}

/** What happens once the commit is done. */
export type AfterCommit =
  | { kind: 'changed'; topic: Topic; subject: Subject }
  | {
      [E in keyof ServerEvents]: {
        kind: 'event';
        userId: number;
        event: E;
        payload: Parameters<ServerEvents[E]>[0];
      };
    }[keyof ServerEvents]
  | { kind: 'liked'; postId: number; userId: number }
  | { kind: 'broadcast-settings'; complaintMenuEnabled: boolean }
  | { kind: 'session-ended'; sessionId: number }
  | { kind: 'rooms-changed'; userId: number };

declare const minted: unique symbol;

/** An open transaction; mutating queries demand one, so nothing writes outside `write()`. */
export interface Tx {
  readonly [minted]: true;
  readonly db: Transaction<Schema>;
  readonly dialect: Dialect;
  /** The instant of this write, ISO 8601 UTC. */
  readonly now: string;
  audit(record: AuditRecord): Promise<void>;
  /** Stores a notification; answers its id. */
  notify(notification: NewNotification): Promise<number>;
  /** Those who may see the topic (of this owner and house) refetch it. */
  changed(topic: Topic, subject?: Subject): void;
  after(effect: AfterCommit): void;
}

/** A transaction that holds the lock of one account: only here the account or its sessions change. */
export interface AccountTx extends Tx {
  readonly account: number;
}

/**
 * @param author a person, who is read again under the lock that changes of accounts take, or the system itself
 * @param files stored files that this write names; they are kept with it or removed with its failure
 * @throws Refusal 401 or 403 for an author who has lost the session, the role or the block since the call was admitted;
 *   for a violated unique rule; Repeated for what has happened before; besides what `work` throws
 */
export type Write = <T>(
  author: Author | 'system',
  work: (tx: Tx) => Promise<T>,
  files?: readonly StoredFile[],
) => Promise<T>;

/** The same for a write that changes an existing account, or ends sessions of it. */
export type WriteAccount = <T>(
  author: Author | 'system',
  account: number,
  work: (tx: AccountTx) => Promise<T>,
) => Promise<T>;

/** What a violated unique index (as SQLite or PostgreSQL names it) means to people, and the field it is about. */
export type UniqueRule = readonly [pattern: RegExp, code: RefusalCode, field?: string];

function translate(error: unknown, dialect: Dialect, uniqueRules: readonly UniqueRule[]): unknown {
  if (error instanceof Error && error.message === frozen) return new Refusal('only_reading');
  const failure = failureOf(error);
  // The database has said so itself, so nothing of the transaction stays; a lost connection may hide a commit.
  if (failure === 'storage_full' || failure === 'busy') return new Refusal(failure, { cause: error });
  const violated = dialect.uniqueViolation(error);
  if (violated === null) return error;
  const rule = uniqueRules.find(([pattern]) => pattern.test(violated));
  return rule ? new Refusal(rule[1], rule[2] ? { fields: [rule[2]] } : {}) : error;
}

export function makeWrite(options: {
  database: Database;
  clock: Clock;
  files: Pick<Files, 'discard'>;
  publish: (effects: AfterCommit[], author: Author | 'system') => void;
  uniqueRules?: readonly UniqueRule[];
  /** Bytes. */
  fileQuota?: number;
}): { write: Write; writeAccount: WriteAccount } {
  const { database, clock, files, publish, uniqueRules = [], fileQuota = Number.POSITIVE_INFINITY } = options;
  const { dialect } = database;
  const run = async <T>(
    author: Author | 'system',
    work: (tx: Tx) => Promise<T>,
    { stored = [], account }: { stored?: readonly StoredFile[]; account?: number },
  ) => {
    const effects: AfterCommit[] = [];
    const now = clock().toISOString();
    const once = author === 'system' ? undefined : author.once;
    const commit = database.writer.transaction().execute(async (transaction) => {
      if (account !== undefined) await dialect.lockAccount(transaction, account);
      if (author !== 'system') await assertStillAllowed(transaction, dialect, author, now);
      if (once) await claim(transaction, once, now);
      for (const file of stored) {
        await transaction
          .insertInto('files')
          .values({ ...file, dibuat: now })
          .execute();
      }
      const made = await work(openTx(transaction, dialect, now, author, effects));
      if (stored.some(countsTowardsQuota)) await refuseBeyondQuota(transaction, fileQuota);
      if (once) await keepAnswer(transaction, once, made);
      return made;
    });
    const result = await commit.catch(async (error: unknown) => {
      const reason = translate(error, dialect, uniqueRules);
      // Any other error may have come after the commit; the sweep of orphans decides about those files.
      // The sweep also removes what cannot be removed now.
      const refused = reason instanceof Refusal || reason instanceof Repeated;
      if (refused) await files.discard(stored).catch(() => {});
      throw reason;
    });
    publish(effects, author);
    return result;
  };
  return {
    write: (author, work, stored = []) => run(author, work, { stored }),
    writeAccount: (author, account, work) => run(author, (tx) => work({ ...tx, account }), { account }),
  };
}

/**
 * Changes nothing. SQLite begins a transaction on a file that it may only read, too, and complains of the first
 * statement that could write.
 * @throws Error of the driver
 */
export async function tryToWrite({ writer }: Database): Promise<void> {
  await writer.transaction().execute((tx) => tx.deleteFrom('jobs').where(sql.lit(1), '=', 0).execute());
}

function openTx(
  db: Transaction<Schema>,
  dialect: Dialect,
  now: string,
  author: Author | 'system',
  effects: AfterCommit[],
): Tx {
  const methods: Omit<Tx, typeof minted> = {
    db,
    dialect,
    now,
    audit: async ({ sebelum, sesudah, ...record }) => {
      const who =
        author === 'system' ? { user_id: null, nama: null } : { user_id: author.id, nama: author.nama };
      await db
        .insertInto('audit')
        .values({
          tanggal: now,
          ...who,
          ...record,
          sebelum: sebelum ? JSON.stringify(sebelum) : null,
          sesudah: sesudah ? JSON.stringify(sesudah) : null,
        })
        .execute();
    },
    notify: async (notification) => {
      const { id } = await db
        .insertInto('notifications')
        .values({ ...notification, dibaca: 0, tanggal: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      effects.push({
        kind: 'changed',
        topic: 'notifications',
        subject: { user_id: notification.user_id, blok: null },
      });
      return id;
    },
    changed: (topic, subject) => {
      effects.push({ kind: 'changed', topic, subject: subject ?? null });
    },
    after: (effect) => {
      effects.push(effect);
    },
  };
  return methods as Tx;
}
