/** Writes an estate into an archive while it is in use, from one database snapshot. */
import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from '../../context.ts';
import { schemaOf } from '../../database/migrate.ts';
import type { Db } from '../../database/open.ts';
import { keysOf } from '../../http/files/files.ts';
import { listFiles } from '../doctor/queries.ts';
import { type Row, type SourceTable, sourceOf } from '../move/copy.ts';
import { type ArchiveOptions, createArchive, type Entry } from './archive.ts';
import { sumMoney } from './queries.ts';
import { filesFolder, format, type Manifest, manifestName, tableFolder } from './rules.ts';

type Parts = Pick<Context, 'database' | 'storage'>;

const compress = promisify(gzip);
const filesAtOnce = 16;

/** @param path must not exist. After an error the caller deletes the partial file. */
export async function writeArchive(
  { database, storage }: Parts,
  path: string,
  created: Date,
  options: ArchiveOptions = {},
): Promise<Manifest> {
  const archive = await createArchive(path, options);
  try {
    const entries: Manifest['entries'] = {};
    const add = async (entry: Entry) => {
      const sha256 = hash('sha256', entry.content);
      entries[entry.name] = { size: entry.content.length, sha256 };
      await archive.add(entry);
    };
    const manifest = await database.snapshot(async (db): Promise<Manifest> => {
      const tables: Manifest['tables'] = [];
      const source = await sourceOf(db, database.dialect.name);
      for (const table of source.tables) tables.push(await addTable(add, table, source.rows(table)));
      await addFiles(add, db, storage);
      const schema = await schemaOf(db);
      return {
        format,
        schema,
        created: created.toISOString(),
        database: database.dialect.name,
        tables,
        money: await sumMoney(db, schema),
        entries,
      };
    });
    await archive.add({ name: manifestName, content: Buffer.from(JSON.stringify(manifest)) });
    await archive.seal();
    return manifest;
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

type Add = (entry: Entry) => Promise<void>;

/** One JSON array per line and row, in the order of the columns. */
async function addTable(add: Add, table: SourceTable, portions: AsyncIterable<readonly Row[]>) {
  let [rows, parts, bytes] = [0, 0, 0];
  for await (const portion of portions) {
    parts += 1;
    rows += portion.length;
    const lines = portion.map((row) => `${JSON.stringify(row)}\n`).join('');
    const name = `${tableFolder(table.name)}${String(parts).padStart(7, '0')}.ndjson.gz`;
    bytes += Buffer.byteLength(lines);
    await add({ name, content: await compress(lines) });
  }
  const { lastId } = table;
  return {
    name: table.name,
    columns: [...table.columns],
    rows,
    bytes,
    ...(lastId === undefined ? {} : { lastId }),
  };
}

/** Files are never removed while a row references them. A missing one is reported by the data check. */
async function addFiles(add: Add, db: Db, storage: Parts['storage']) {
  for await (const files of listFiles(db, filesAtOnce)) {
    const found = await Promise.all(
      files.flatMap(keysOf).map(async (key) => {
        const object = await storage.open(key);
        return object && { name: filesFolder + key, content: await buffer(object.stream) };
      }),
    );
    for (const entry of found) if (entry) await add(entry);
  }
}
