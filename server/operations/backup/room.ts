import { stat, statfs } from 'node:fs/promises';
import type { Config } from '../../config.ts';
import { folders } from '../../http/files/files.ts';
import type { Storage } from '../../storage/storage.ts';
import { filesFolder, type Manifest } from './rules.ts';

/** Row with indexes, in the database and in the WAL; measured, rounded up. */
const bytesPerRow = 600;

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

const bytesOfRows = ({ tables }: Manifest) =>
  Math.max(sum(tables.map(({ rows }) => rows)) * bytesPerRow, sum(tables.map(({ bytes = 0 }) => bytes)) * 2);

const bytesOfFiles = ({ entries }: Manifest, present = new Set<string>()) =>
  sum(
    Object.entries(entries).map(([name, { size }]) =>
      name.startsWith(filesFolder) && !present.has(name.slice(filesFolder.length)) ? size : 0,
    ),
  );

export class NoRoom extends Error {
  constructor(manifest: Manifest, cause?: unknown) {
    const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
    super(
      'The disk is full. Nothing was restored, and what was unpacked is removed again. The archive needs about ' +
        `${megabytes(bytesOfFiles(manifest))} MB where the files are and ${megabytes(bytesOfRows(manifest))} MB ` +
        'where the database is: make room, then restore it again.',
      { cause },
    );
  }
}

/**
 * Checked before anything is written. The free space of buckets and PostgreSQL is unknown.
 * @throws NoRoom
 */
export async function refuseWithoutRoom(
  { dataDir, databaseUrl, storage: place }: Config,
  storage: Storage,
  manifest: Manifest,
): Promise<void> {
  const needs: [folder: string, bytes: number][] = [];
  if (!databaseUrl) needs.push([dataDir, bytesOfRows(manifest)]);
  if (place.kind === 'folder') {
    const present = new Set<string>();
    for (const folder of folders) for await (const { key } of storage.list(folder)) present.add(key);
    needs.push([place.folder, bytesOfFiles(manifest, present)]);
  }
  const byDisk = new Map<number, { free: number; needed: number }>();
  for (const [folder, needed] of needs) {
    const { dev } = await stat(folder);
    const { bavail, bsize } = await statfs(folder);
    byDisk.set(dev, { free: bavail * bsize, needed: needed + (byDisk.get(dev)?.needed ?? 0) });
  }
  for (const { free, needed } of byDisk.values()) if (needed > free) throw new NoRoom(manifest);
}
