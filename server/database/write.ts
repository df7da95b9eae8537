/**
 * The only way to change data. A write consists of a transaction, audit rows, notifications and changed
 * topics. Clients are notified after the commit; a failed notification does not undo the change.
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
import { appendAudit } from './append-leaf.ts';
import { type Author, assertStillAllowed } from './author.ts';
import { type Dialect, frozen } from './dialect.ts';
import { countsTowardsQuota, refuseBeyondQuota } from './file-quota.ts';
import { insertRow } from './insert-row.ts';
import { claim, keepAnswer, Repeated } from './once.ts';
import type { Database, Db } from './open.ts';
import { queuePush, toUser } from './queue-push.ts';
import type { Schema } from './schema.ts';

/** The record before and after the change. */
interface AuditedStates {
  sebelum?: Record<string, unknown>;
  sesudah?: Record<string, unknown>;
}

export interface NewNotification {
  user_id: number;
  jenis: NotificationKind;
  judul: string;
  pesan: string;
  halaman: string;
  /** Id of the payment, complaint, post, proposal or hand-over: it is not pushed once that is gone or decided. */
  tentang?: number;
}

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

/** Open transaction. Mutating queries require it, so nothing is written outside `write()`. */
export interface Tx {
  readonly [minted]: true;
  readonly db: Transaction<Schema>;
  readonly dialect: Dialect;
  readonly now: string;
  audit(
    aksi: AuditAction,
    entitas: AuditSubject,
    entitas_id: number | null,
    states?: AuditedStates,
  ): Promise<void>;
  notify(notification: NewNotification): Promise<number>;
  /** Clients that may read the topic (for this owner and house) refetch it. */
  changed(topics: Topic | readonly Topic[], subject?: Subject): void;
  after(effect: AfterCommit): void;
}

/** What is known at an instant, in a transaction or outside of one. */
export interface Moment {
  readonly db: Db;
  readonly now: string;
}

/** A transaction that holds the lock of one account. Required to change an account or its sessions. */
export interface AccountTx extends Tx {
  readonly account: number;
}

/**
 * @param author the acting user, whose permission is checked again within the transaction, or 'system'
 * @param files stored files that this write references; discarded if it fails
 * @throws Refusal 401 or 403 if the author lost session, role or block since admission, 409 for a violated
 * unique rule; Repeated; errors of `work`
 */
export type Write = <T>(
  author: Author | 'system',
  work: (tx: Tx) => Promise<T>,
  files?: readonly StoredFile[],
) => Promise<T>;

export type WriteAccount = <T>(
  author: Author | 'system',
  account: number,
  work: (tx: AccountTx) => Promise<T>,
  files?: readonly StoredFile[],
) => Promise<T>;

/** Maps a violated unique index (name in PostgreSQL, columns in SQLite) to a refusal and its form field. */
export type UniqueRule = readonly [pattern: RegExp, code: RefusalCode, field?: string];

function translate(error: unknown, dialect: Dialect, uniqueRules: readonly UniqueRule[]): unknown {
  if (error instanceof Error && error.message === frozen) return new Refusal('only_reading');
  const failure = failureOf(error);
  // The database reported the failure itself, so the transaction was rolled back. After a lost connection
  // this is unknown.
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
      const made = await work(openTx(transaction, dialect, now, author, { effects, stored }));
      if (stored.some(countsTowardsQuota)) await refuseBeyondQuota(transaction, fileQuota);
      if (once) await keepAnswer(transaction, once, made);
      return made;
    });
    const result = await commit.catch(async (error: unknown) => {
      const reason = translate(error, dialect, uniqueRules);
      // After other errors the transaction may have been committed: the orphan sweep decides about these
      // files. It also removes files that cannot be removed now.
      const refused = reason instanceof Refusal || reason instanceof Repeated;
      if (refused) await files.discard(stored).catch(() => {});
      throw reason;
    });
    publish(effects, author);
    return result;
  };
  return {
    write: (author, work, stored = []) => run(author, work, { stored }),
    writeAccount: (author, account, work, stored = []) =>
      run(author, (tx) => work({ ...tx, account }), { account, stored }),
  };
}

/**
 * Changes nothing. Deletes no row, because SQLite allows a transaction on a read-only file until the first
 * write.
 * @throws driver errors
 */
export async function tryToWrite({ writer }: Database): Promise<void> {
  await writer.transaction().execute((tx) => tx.deleteFrom('jobs').where(sql.lit(1), '=', 0).execute());
}

/** What an audit row keeps of the content of a file that it names. */
function checksumOf(sesudah: Readonly<Record<string, unknown>>, stored: readonly StoredFile[]) {
  const named = stored.find(({ nama }) => Object.values(sesudah).includes(nama));
  return named ? { sidik_berkas: named.sha256 } : {};
}

function openTx(
  db: Transaction<Schema>,
  dialect: Dialect,
  now: string,
  author: Author | 'system',
  { effects, stored }: { effects: AfterCommit[]; stored: readonly StoredFile[] },
): Tx {
  const methods: Omit<Tx, typeof minted> = {
    db,
    dialect,
    now,
    audit: async (aksi, entitas, entitas_id, { sebelum, sesudah } = {}) => {
      const who =
        author === 'system' ? { user_id: null, nama: null } : { user_id: author.id, nama: author.nama };
      await appendAudit(db, dialect, {
        tanggal: now,
        ...who,
        aksi,
        entitas,
        entitas_id,
        sebelum: sebelum ?? null,
        sesudah: sesudah ? { ...sesudah, ...checksumOf(sesudah, stored) } : null,
      });
    },
    notify: async ({ tentang, ...notification }) => {
      const id = await insertRow({ db }, 'notifications', { ...notification, dibaca: 0, tanggal: now });
      const { user_id, jenis, halaman } = notification;
      await queuePush(db, { jenis, halaman, tentang, now }, toUser(user_id));
      effects.push({
        kind: 'changed',
        topic: 'notifications',
        subject: { user_id, blok: null },
      });
      return id;
    },
    changed: (topics, subject = null) => {
      for (const topic of [topics].flat()) effects.push({ kind: 'changed', topic, subject });
    },
    after: (effect) => {
      effects.push(effect);
    },
  };
  return methods as Tx;
}
