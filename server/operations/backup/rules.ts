import * as z from 'zod';
import { isKnownSchema } from '../../database/migrate.ts';

/** Format version of archives; increased when older programs cannot read them. */
export const format = 1;
export const manifestName = 'manifest.json';

const count = z.number().int().min(0);

export const Manifest = z.object({
  format: z.literal(format),
  schema: z.string(),
  created: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: count,
      /** Of the rows as text; missing in archives made before 0.2.0. */
      bytes: count.optional(),
      lastId: z.number().int().optional(),
    }),
  ),
  /** Rupiah, as people saw it. Archives made before 0.3.0 have no opening balance. */
  money: z.object({
    saldoAwal: z.number().default(0),
    totalPemasukan: z.number(),
    totalPengeluaran: z.number(),
    saldo: z.number(),
  }),
  /** Everything else in the archive, by name: bytes and SHA-256. */
  entries: z.record(z.string(), z.object({ size: count, sha256: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

class NewerArchive extends Error {}

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
export const filesFolder = 'files/';

const archivePattern = /^guyub-\d{8}T\d{6}Z(-violated)?\.tar(\.age)?$/;

/** Names sort by time. Backups with violations are marked, so that they never replace a good one. */
export function archiveName(
  made: Date,
  { violated, encrypted }: { violated: boolean; encrypted: boolean },
): string {
  return `guyub-${instantOf(made)}${violated ? '-violated' : ''}.tar${encrypted ? '.age' : ''}`;
}

const instantOf = (time: Date) => time.toISOString().replace(/[-:]|\.\d+/g, '');

/** Archives of days to come: either the clock was wrong when they were made, or it is now. */
export const datedAhead = (names: readonly string[], now: Date): string[] =>
  names.filter((name) => archivePattern.test(name) && name > `guyub-${instantOf(now)}.tar.age`);

/** All but the newest `keep` of each kind (good and violated), without those of days to come. */
export function outdated(names: readonly string[], keep: number, now: Date): string[] {
  const ahead = new Set(datedAhead(names, now));
  const archives = names
    .filter((name) => archivePattern.test(name) && !ahead.has(name))
    .toSorted()
    .toReversed();
  const kinds = [true, false].map((violated) =>
    archives.filter((name) => name.includes('-violated.') === violated),
  );
  return kinds.flatMap((ofKind) => ofKind.slice(keep));
}

export const isLeftover = (name: string) => name.startsWith('guyub-') && name.endsWith('.partial');
