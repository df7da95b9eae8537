import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { migrate } from '../../database/migrate.ts';
import type { Database } from '../../database/open.ts';
import { isStoredKey } from '../../http/files/files.ts';
import type { CheckedStorage } from '../doctor/check-files.ts';
import { fill, type Row, type Source } from '../move/copy.ts';
import { type Entry, readArchive, type SignedBy } from './archive.ts';
import { ArchiveDamaged, type ArchiveFile } from './encryption.ts';
import { filesFolder, type Manifest, manifestName, readManifest, tableFolder } from './rules.ts';

const longestRow = 4 * 1_048_576;
/** Maximum size of the manifest in bytes: per entry, and for the rest. */
const toldOfEach = 400;
const toldBeside = 256 * 1_024;
const partOfTable = /^tables\/\w+\/\d+\.ndjson\.gz$/;

/**
 * Verifies the whole archive before anything is restored.
 * @throws ArchiveDamaged, CannotOpen, NewerArchive
 */
export async function inspectArchive(archive: ArchiveFile) {
  let signedBy: SignedBy;
  const seen = new Map<string, Manifest['entries'][string]>();
  let last: Entry | undefined;
  const reading = readArchive(archive, (by) => {
    signedBy = by;
  });
  for await (const entry of reading) {
    const { name, content } = entry;
    if (!isOfEstate(name)) throw new ArchiveDamaged(`${name} is no file of an estate.`);
    if (seen.has(name)) throw new ArchiveDamaged(`${name} is in the archive twice.`);
    seen.set(name, { size: content.length, sha256: hash('sha256', content) });
    last = entry;
  }
  if (last?.name !== manifestName) throw new ArchiveDamaged('The archive has no manifest.');
  seen.delete(manifestName);
  if (last.content.length > seen.size * toldOfEach + toldBeside)
    throw new ArchiveDamaged('The manifest tells of more than the archive holds.');
  const manifest = readManifest(last.content);
  for (const name of new Set([...seen.keys(), ...Object.keys(manifest.entries)])) {
    const [is, was] = [seen.get(name), manifest.entries[name]];
    if (is?.sha256 !== was?.sha256 || is?.size !== was?.size)
      throw new ArchiveDamaged(`${name} is not what the manifest says.`);
  }
  return { manifest, signedBy };
}

/** Whoever signed it may have been deceived: names must not lead out of the estate (path traversal). */
const isOfEstate = (name: string) =>
  name === manifestName ||
  partOfTable.test(name) ||
  (name.startsWith(filesFolder) && isStoredKey(name.slice(filesFolder.length)));

export async function loadRows(target: Database, archive: ArchiveFile, manifest: Manifest): Promise<void> {
  await migrate(target, manifest.schema);
  const entries = entriesOf(archive, manifest, 'tables/');
  const source: Source = {
    tables: manifest.tables,
    rows: ({ name }) => rowsOf(entries, manifest, name),
  };
  try {
    await fill(target, source);
  } finally {
    await entries.return(undefined);
  }
  await migrate(target);
}

/** Tables are in the order of the manifest. Aborts if one unpacks to more than the manifest states. */
async function* rowsOf(entries: AsyncGenerator<Entry>, { tables, entries: parts }: Manifest, table: string) {
  const told = tables.find(({ name }) => name === table);
  const { rows = 0, bytes = (rows + 1) * 65_536, columns = [] } = told ?? {};
  let left = { rows, bytes };
  for (const part of Object.keys(parts).filter((name) => name.startsWith(tableFolder(table)))) {
    const { value: entry } = await entries.next();
    if (entry?.name !== part) throw new ArchiveDamaged(`${part} is not where it should be.`);
    for await (const lines of linesOf(entry)) {
      const length = lines.reduce((sum, line) => sum + line.length + 1, 0);
      left = { rows: left.rows - lines.length, bytes: left.bytes - length };
      if (left.rows < 0 || left.bytes < 0)
        throw new ArchiveDamaged(`${table} has more rows than the manifest says.`);
      yield lines.map((line) => parseRow(line, part, columns.length));
    }
  }
}

function parseRow(line: string, part: string, width: number): Row {
  try {
    const row: unknown = JSON.parse(line);
    if (Array.isArray(row) && row.length === width) return row as Row;
  } catch {}
  throw new ArchiveDamaged(`${part} has a row that is none.`);
}

/** Unpacks in chunks, because a few bytes may expand to gigabytes. */
async function* linesOf({ name, content }: Entry): AsyncGenerator<string[]> {
  const unpacked = Readable.from([content]).pipe(createGunzip({ chunkSize: 256 * 1_024 }));
  let rest = '';
  try {
    for await (const text of unpacked.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > longestRow) throw new ArchiveDamaged(`${name} has a row that is too long.`);
      if (lines.length > 0) yield lines;
    }
  } catch (error) {
    throw error instanceof ArchiveDamaged ? error : new ArchiveDamaged(`${name} cannot be unpacked.`);
  }
}

export async function* readFiles(
  archive: ArchiveFile,
  manifest: Manifest,
): AsyncGenerator<{ key: string; content: Buffer }> {
  for await (const { name, content } of entriesOf(archive, manifest, filesFolder))
    yield { key: name.slice(filesFolder.length), content };
}

/** The archive is read more than once, and may have been exchanged since it was inspected. */
async function* entriesOf(
  archive: ArchiveFile,
  { entries }: Manifest,
  prefix: string,
): AsyncGenerator<Entry> {
  for await (const entry of readArchive(archive)) {
    if (!entry.name.startsWith(prefix)) continue;
    if (entries[entry.name]?.sha256 !== hash('sha256', entry.content))
      throw new ArchiveDamaged(`${entry.name} is not what the manifest says.`);
    yield entry;
  }
}

/** Files in the archive for the data check, which only needs their sizes and checksums. */
export const storedIn = ({ entries }: Manifest): CheckedStorage => ({
  sha256: async (key) => entries[filesFolder + key]?.sha256,
  open: async (key) => {
    const entry = entries[filesFolder + key];
    return entry ? { size: entry.size, stream: Readable.from([]) } : null;
  },
});
