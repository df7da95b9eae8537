/**
 * Indexes of texts by every three characters in a row, so that a piece of a text is found without reading all texts:
 * FTS5 in SQLite, pg_trgm in PostgreSQL. The database itself keeps them.
 */
import type { DialectName } from './dialect.ts';

export interface TextIndex {
  table: string;
  columns: readonly string[];
}

/** What is shorter the indexes cannot find. */
export const shortestIndexed = 3;

export const textIndexName = (table: string) => `${table}_text`;

/** @param trigrams where PostgreSQL has the extension pg_trgm */
export const createTextIndex = (index: TextIndex, dialect: DialectName, trigrams: string): string[] =>
  dialect === 'sqlite' ? sqlite(index) : postgres(index, trigrams);

const sqlite = ({ table, columns }: TextIndex): string[] => {
  const name = textIndexName(table);
  const names = columns.join(', ');
  const values = (row: 'OLD' | 'NEW') =>
    `${row}.id, ${columns.map((column) => `${row}.${column}`).join(', ')}`;
  const add = `INSERT INTO ${name} (rowid, ${names}) VALUES (${values('NEW')});`;
  const remove = `INSERT INTO ${name} (${name}, rowid, ${names}) VALUES ('delete', ${values('OLD')});`;
  const differs = columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ');
  return [
    `CREATE VIRTUAL TABLE ${name} USING fts5 (${names}, content = ${table}, content_rowid = id, tokenize = trigram, columnsize = 0)`,
    rebuildTextIndex(name),
    `CREATE TRIGGER ${name}_insert AFTER INSERT ON ${table} BEGIN ${add} END`,
    `CREATE TRIGGER ${name}_delete AFTER DELETE ON ${table} BEGIN ${remove} END`,
    `CREATE TRIGGER ${name}_update AFTER UPDATE ON ${table} WHEN ${differs} BEGIN ${remove} ${add} END`,
  ];
};

/** SQLite alone: for rows that were there before the triggers, or came past them. */
export const rebuildTextIndex = (name: string) => `INSERT INTO ${name} (${name}) VALUES ('rebuild')`;

const postgres = ({ table, columns }: TextIndex, trigrams: string): string[] => {
  const indexed = columns.map((column) => `lower(${column}) "${trigrams}".gin_trgm_ops`);
  return [`CREATE INDEX ${textIndexName(table)} ON ${table} USING gin (${indexed.join(', ')})`];
};
