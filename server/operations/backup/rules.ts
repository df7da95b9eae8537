/** What an archive says about itself, what archives are called, and which of them may go. */
import * as z from 'zod';
import { isKnownSchema } from '../../database/migrate.ts';

/** Of the archive's make-up; raised when an older program could not read it. */
export const format = 1;
export const manifestName = 'manifest.json';

const count = z.number().int().min(0);

export const Manifest = z.object({
  format: z.literal(format),
  /** The last migration of the data. */
  schema: z.string(),
  /** ISO 8601 UTC. */
  created: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: count,
      /** Of its rows as text; archives made before 0.2.0 do not say. */
      bytes: count.optional(),
      lastId: z.number().int().optional(),
    }),
  ),
  /** Rupiah, as people saw it. */
  money: z.object({ totalPemasukan: z.number(), totalPengeluaran: z.number(), saldo: z.number() }),
  /** Everything else in the archive, by name: bytes and SHA-256. */
  entries: z.record(z.string(), z.object({ size: count, sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

class NewerArchive extends Error {}

/** @throws NewerArchive for one that a newer program made */
export function readManifest(content: Buffer): Manifest {
  const told = JSON.parse(content.toString()) as { format?: unknown; schema?: unknown };
  const isNewer = Number(told.format) > format || !isKnownSchema(String(told.schema));
  if (isNewer) {
    throw new NewerArchive(
      `The archive was made by a newer version of Guyub (format ${String(told.format)}, schema ${String(told.schema)}). ` +
        'Update the program first.',
    );
  }
  return Manifest.parse(told);
}

export const tableFolder = (table: string) => `tables/${table}/`;
/** A stored file lies in the archive under its key. */
export const filesFolder = 'files/';

const archivePattern = /^guyub-\d{8}T\d{6}Z(-violated)?\.tar$/;

/** Sorts by time. One whose estate broke rules says so, lest it drive out those that did not. */
export function archiveName(made: Date, violated: boolean): string {
  const instant = made.toISOString().replace(/[-:]|\.\d+/g, '');
  return `guyub-${instant}${violated ? '-violated' : ''}.tar`;
}

/** All but the newest `keep`, of those whose estate was well and of the others. */
export function outdated(names: readonly string[], keep: number): string[] {
  const archives = names
    .filter((name) => archivePattern.test(name))
    .toSorted()
    .toReversed();
  const kinds = [true, false].map((violated) =>
    archives.filter((name) => name.endsWith('-violated.tar') === violated),
  );
  return kinds.flatMap((ofKind) => ofKind.slice(keep));
}

/** What a broken-off backup may leave in the folder. */
export const isLeftover = (name: string) => name.startsWith('guyub-') && name.endsWith('.partial');
