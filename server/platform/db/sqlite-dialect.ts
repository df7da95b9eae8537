/**
 * Kysely's SQLite dialect, with statements that SQLite plans once. Otherwise it plans a statement anew whenever a
 * value is bound that could have changed the plan, which for most of our queries takes longer than running them.
 * It does not look behind a sign (`+?` is `?`), nor into a subquery (`LIMIT (SELECT ?)` is `LIMIT ?`).
 */
import {
  type DialectAdapter,
  type LimitNode,
  type QueryCompiler,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
} from 'kysely';

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
