/**
 * SQLite re-plans a statement when a newly bound value could change the plan, which for most of our queries
 * takes longer than running them. Unary plus (`+?`) and a subquery (`LIMIT (SELECT ?)`) prevent this.
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

class StablePlanCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }

  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit (select ');
    this.visitNode(limit);
    this.append(')');
  }
}

export class StablePlanSqliteDialect extends SqliteDialect {
  override createQueryCompiler(): QueryCompiler {
    return new StablePlanCompiler();
  }
}

/** Read-only connections need no queue between transactions. */
class UnqueuedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export class ReadingSqliteDialect extends StablePlanSqliteDialect {
  override createAdapter(): DialectAdapter {
    return new UnqueuedAdapter();
  }
}

/** SQLite rolls back DDL like any other change, so an aborted migration leaves nothing. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Milliseconds that a write waits for a writer of another process. */
const lockTimeout = 5_000;
const pauseBetweenTries = 20;

class BusyRetryDriver extends SqliteDriver {
  readonly #isSameFile: () => boolean;
  /** When another process was first seen to hold the lock; shared by all waiting transactions. */
  #blockedSince: number | null = null;

  constructor(config: SqliteDialectConfig, isSameFile: () => boolean) {
    super(config);
    this.#isSameFile = isSameFile;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#isSameFile()) throw new DatabaseUnavailable('the file of the database was moved or deleted');
    for (;;) {
      try {
        await super.beginTransaction(connection);
        this.#blockedSince = null;
        return;
      } catch (error) {
        if (failureOf(error) !== 'busy') throw error;
        this.#blockedSince ??= performance.now();
        if (performance.now() - this.#blockedSince > lockTimeout) throw error;
      }
      await pause(pauseBetweenTries);
    }
  }

  /** On a full disk SQLite rolls back by itself; the second rollback would hide the original error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!/no transaction is active/.test(String(error))) throw error;
    });
  }
}

export class WritingSqliteDialect extends StablePlanSqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #isSameFile: () => boolean;

  constructor(config: SqliteDialectConfig, isSameFile: () => boolean) {
    super(config);
    this.#config = config;
    this.#isSameFile = isSameFile;
  }

  override createDriver(): Driver {
    return new BusyRetryDriver(this.#config, this.#isSameFile);
  }

  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
}
