/**
 * Kysely's SQLite dialect, with statements that SQLite plans once. Otherwise it plans a statement anew whenever a
 * value is bound that could have changed the plan, which for most of our queries takes longer than running them.
 * It does not look behind a sign (`+?` is `?`), nor into a subquery (`LIMIT (SELECT ?)` is `LIMIT ?`).
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type LimitNode,
  type QueryCompiler,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely';
import { DatabaseUnavailable, failureOf } from '../failures.ts';

class SteadyCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }

  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit (select ');
    this.visitNode(limit);
    this.append(')');
  }
}

export class SteadySqliteDialect extends SqliteDialect {
  override createQueryCompiler(): QueryCompiler {
    return new SteadyCompiler();
  }
}

/** Reads of one handle are over when they return; they need not queue as transactions must. */
class UnqueuedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** For a handle that only reads. */
export class ReadingSqliteDialect extends SteadySqliteDialect {
  override createAdapter(): DialectAdapter {
    return new UnqueuedAdapter();
  }
}

/** SQLite undoes a half-done CREATE TABLE like any other change: a migration that is killed leaves nothing. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Milliseconds that a write waits for another process to finish its own. */
const patience = 5_000;
const pauseBetweenTries = 20;

class PatientDriver extends SqliteDriver {
  readonly #isStillThere: () => boolean;
  /** Since when another process holds the lock; those who come later do not start to wait anew. */
  #blockedSince: number | null = null;

  constructor(config: SqliteDialectConfig, isStillThere: () => boolean) {
    super(config);
    this.#isStillThere = isStillThere;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#isStillThere()) throw new DatabaseUnavailable('the file of the database was moved or deleted');
    for (;;) {
      try {
        await super.beginTransaction(connection);
        this.#blockedSince = null;
        return;
      } catch (error) {
        if (failureOf(error) !== 'busy') throw error;
        this.#blockedSince ??= performance.now();
        if (performance.now() - this.#blockedSince > patience) throw error;
      }
      await pause(pauseBetweenTries);
    }
  }

  /** A full disk makes SQLite undo the transaction by itself; that must not hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!/no transaction is active/.test(String(error))) throw error;
    });
  }
}

/** For the one handle that writes. */
export class WritingSqliteDialect extends SteadySqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #isStillThere: () => boolean;

  constructor(config: SqliteDialectConfig, isStillThere: () => boolean) {
    super(config);
    this.#config = config;
    this.#isStillThere = isStillThere;
  }

  override createDriver(): Driver {
    return new PatientDriver(this.#config, this.#isStillThere);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
}
