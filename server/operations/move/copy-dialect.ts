/** Schema inspection and bulk loading for whole-database copies. */
import { type Kysely, type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import type { DialectName } from '../../database/dialect.ts';
import type { Schema } from '../../database/schema.ts';

export interface Table {
  name: string;
  columns: string[];
  key: string[];
}

export interface CopyDialect {
  placeholder(place: number): string;
  listTables(db: QueryExecutorProvider): Promise<Table[]>;
  /** Last id assigned per table, even if its row was deleted. */
  lastIds(db: QueryExecutorProvider): Promise<Record<string, number>>;
  setLastId(tx: Transaction<Schema>, table: string, id: number): Promise<void>;
  /** A transaction without triggers and foreign key checks; references are verified before the commit. */
  withoutConstraints(db: Kysely<Schema>, work: (tx: Transaction<Schema>) => Promise<void>): Promise<void>;
}

/** Excludes the migration state and temporary socket messages. */
const notData = sql`'kysely_migration', 'kysely_migration_lock', 'sqlite_sequence', 'socket_io_attachments'`;

interface Column {
  table: string;
  column: string;
  place: number;
}

function tablesOf(columns: readonly Column[]): Table[] {
  return [...Map.groupBy(columns, ({ table }) => table)].map(([name, own]) => ({
    name,
    columns: own.map(({ column }) => column),
    key: own
      .filter(({ place }) => place > 0)
      .toSorted((a, b) => a.place - b.place)
      .map(({ column }) => column),
  }));
}

const sqlite: CopyDialect = {
  placeholder: () => '?',
  listTables: async (db) => {
    const { rows } = await sql<Column>`SELECT m.name AS "table", c.name AS "column", c.pk AS place
      FROM pragma_table_list AS m JOIN pragma_table_xinfo(m.name) AS c
      WHERE m.schema = 'main' AND m.type = 'table' AND c.hidden = 0 AND m.name NOT IN ('sqlite_schema', ${notData})
      ORDER BY m.name, c.cid`.execute(db);
    return tablesOf(rows);
  },
  lastIds: async (db) => {
    const { rows } = await sql<{ name: string; seq: number }>`SELECT name, seq FROM sqlite_sequence`.execute(
      db,
    );
    return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]));
  },
  setLastId: async (tx, table, id) => {
    await sql`DELETE FROM sqlite_sequence WHERE name = ${table}`.execute(tx);
    await sql`INSERT INTO sqlite_sequence (name, seq) VALUES (${table}, ${id})`.execute(tx);
  },
  withoutConstraints: async (db, work) => {
    // Checking each row would search every table that may refer to it.
    await sql`PRAGMA foreign_keys = OFF`.execute(db);
    try {
      await db.transaction().execute(async (tx) => {
        const { rows: triggers } = await sql<{
          name: string;
          sql: string;
        }>`SELECT name, sql FROM sqlite_master
          WHERE type = 'trigger'`.execute(tx);
        for (const { name } of triggers) await sql`DROP TRIGGER ${sql.ref(name)}`.execute(tx);
        await work(tx);
        for (const trigger of triggers) await sql.raw(trigger.sql).execute(tx);
        const { rows: lost } = await sql<{ table: string }>`PRAGMA foreign_key_check`.execute(tx);
        if (lost.length > 0) throw new Error(`Rows of ${lost[0]?.table} refer to rows that are not there.`);
      });
    } finally {
      await sql`PRAGMA foreign_keys = ON`.execute(db);
    }
  },
};

const postgres: CopyDialect = {
  placeholder: (place) => `$${place}`,
  listTables: async (db) => {
    const { rows } = await sql<Column>`SELECT c.relname AS "table", a.attname AS "column",
        coalesce(array_position(i.indkey::int[], a.attnum::int), -1) + 1 AS place
      FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_index AS i ON i.indrelid = c.oid AND i.indisprimary
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attgenerated = ''
        AND c.relname NOT IN (${notData}) ORDER BY c.relname, a.attnum`.execute(db);
    return tablesOf(rows);
  },
  lastIds: async (db) => {
    const { rows } = await sql<{
      table: string;
      last: number | null;
    }>`SELECT t.relname AS "table", s.last_value AS last
      FROM pg_sequences AS s
      JOIN pg_class AS q ON q.relname = s.sequencename AND q.relnamespace = current_schema()::regnamespace
      JOIN pg_depend AS d ON d.objid = q.oid AND d.deptype = 'i'
      JOIN pg_class AS t ON t.oid = d.refobjid
      WHERE s.schemaname = current_schema() AND s.last_value IS NOT NULL`.execute(db);
    return Object.fromEntries(rows.map(({ table, last }) => [table, last ?? 0]));
  },
  setLastId: async (tx, table, id) => {
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), ${id})`.execute(tx);
  },
  withoutConstraints: (db, work) =>
    db.transaction().execute(async (tx) => {
      const { rows: references } = await sql<{ table: string; name: string; rule: string }>`
        SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS rule
        FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`.execute(tx);
      const tables = (await postgres.listTables(tx)).map(({ name }) => sql.table(name));
      for (const { table, name } of references)
        await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(name)}`.execute(tx);
      for (const table of tables) await sql`ALTER TABLE ${table} DISABLE TRIGGER USER`.execute(tx);
      await work(tx);
      for (const table of tables) await sql`ALTER TABLE ${table} ENABLE TRIGGER USER`.execute(tx);
      for (const { table, name, rule } of references)
        await sql`ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(name)} ${sql.raw(rule)}`.execute(
          tx,
        );
    }),
};

export const copyDialects: Record<DialectName, CopyDialect> = { sqlite, postgres };
