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

/** Read-only connections need no queue between transactions. */
class UnqueuedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export class ReadingSqliteDialect extends SteadySqliteDialect {
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
const patience = 5_000;
const pauseBetweenTries = 20;

class PatientDriver extends SqliteDriver {
  readonly #isStillThere: () => boolean;
  /** When another process was first seen to hold the lock; shared by all waiting transactions. */
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

  /**
   * On a full disk SQLite rolls back by itself. The second rollback then fails and would hide the original
   * error.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!/no transaction is active/.test(String(error))) throw error;
    });
  }
}

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
