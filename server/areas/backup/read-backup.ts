/** Reads an archive back: first all of it against its seal and manifest, then the rows and files it holds. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ArchiveDamaged, type Entry, readArchive } from '../../platform/archive.ts';
import { fill, type Row, type Source, type SourceTable } from '../../platform/db/copy.ts';
import { migrate } from '../../platform/db/migrate.ts';
import type { Database } from '../../platform/db/open.ts';
import { isStoredKey } from '../../platform/files/files.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { filesFolder, type Manifest, manifestName, readManifest, tableFolder } from './rules.ts';

const decompress = promisify(gunzip);

/**
 * Everything in the archive is as it was written, and nothing is missing.
 * @throws ArchiveDamaged, NewerArchive
 */
export async function inspectArchive(path: string): Promise<Manifest> {
  const seen: Manifest['entries'] = {};
  let last: Entry | undefined;
  for await (const entry of readArchive(path)) {
    const sha256 = createHash('sha256').update(entry.content).digest('hex');
    seen[entry.name] = { size: entry.content.length, sha256 };
    last = entry;
  }
  if (last?.name !== manifestName) throw new ArchiveDamaged('The archive has no manifest.');
  const manifest = readManifest(last.content);
  delete seen[manifestName];
  const names = new Set([...Object.keys(seen), ...Object.keys(manifest.entries)]);
  for (const name of names) {
    const [is, was] = [seen[name], manifest.entries[name]];
    if (is?.sha256 !== was?.sha256) throw new ArchiveDamaged(`${name} is not what the manifest says.`);
    // Anybody can seal an archive; a path of its own must not lead out of the storage.
    if (name.startsWith(filesFolder) && !isStoredKey(name.slice(filesFolder.length)))
      throw new ArchiveDamaged(`${name} is no file of an estate.`);
  }
  return manifest;
}

/** Fills a database that is still empty with the archive's rows, and brings it to this program's schema. */
export async function loadRows(target: Database, path: string, manifest: Manifest): Promise<void> {
  await migrate(target, manifest.schema);
  const entries = entriesOf(path, 'tables/');
  const source: Source = {
    tables: manifest.tables,
    rows: (table) => rowsOf(entries, manifest, table),
  };
  try {
    await fill(target, source);
  } finally {
    await entries.return(undefined);
  }
  await migrate(target);
}

/** The tables lie one after the other, in the order of the manifest. */
async function* rowsOf(entries: AsyncGenerator<Entry>, manifest: Manifest, table: SourceTable) {
  const parts = Object.keys(manifest.entries).filter((name) => name.startsWith(tableFolder(table.name)));
  for (const part of parts) {
    const { value: entry } = await entries.next();
    if (entry?.name !== part) throw new ArchiveDamaged(`${part} is not where it should be.`);
    const lines = (await decompress(entry.content)).toString().trimEnd().split('\n');
    yield lines.map((line) => JSON.parse(line) as Row);
  }
}

/** The stored files in the archive, by their keys in storage. */
export async function* readFiles(path: string): AsyncGenerator<{ key: string; content: Buffer }> {
  for await (const { name, content } of entriesOf(path, filesFolder))
    yield { key: name.slice(filesFolder.length), content };
}

async function* entriesOf(path: string, prefix: string): AsyncGenerator<Entry> {
  for await (const entry of readArchive(path)) if (entry.name.startsWith(prefix)) yield entry;
}

/** What the archive holds, as far as a check asks: which files there are, and of what size. */
export const storedIn = ({ entries }: Manifest): Pick<Storage, 'open'> => ({
  open: async (key) => {
    const entry = entries[filesFolder + key];
    return entry ? { size: entry.size, stream: Readable.from([]) } : null;
  },
});
