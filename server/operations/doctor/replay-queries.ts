import { sql } from 'kysely';
import type { AuditAction, AuditSubject } from '../../../contract/audit.ts';
import type { Db } from '../../database/open.ts';
import { auditRows, withValues } from '../../database/read-audit.ts';
import { type Ids, lastId, ranges } from './queries.ts';
import type { Line, ReplayedTable, Stored } from './replay.ts';
import type { Pace } from './violation.ts';

/** Records that are read with their audit rows. */
const replayedAtOnce = 250;

/** What `find` finds twice: a record may have been changed between the reads of it and of its audit rows. */
export async function* stillWrong<Found extends { id: number }>(
  db: Db,
  pace: Pace,
  table: string,
  find: (ids: Ids) => Promise<Found[]>,
): AsyncGenerator<Found> {
  for (const ids of ranges(await lastId(db, table), replayedAtOnce))
    for (const { id } of await pace(() => find(ids))) yield* await find({ from: id, to: id });
}

/** The highest id that such an audit row tells of. */
export async function lastTold(db: Db, entitas: AuditSubject, aksi: AuditAction): Promise<number> {
  const { last } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.max<number | null>('entitas_id').as('last'))
    .where('entitas', '=', entitas)
    .where('aksi', '=', aksi)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Audit rows of these actions, oldest first. */
export async function linesOf(db: Db, entitas: readonly AuditSubject[], aksi: readonly AuditAction[]) {
  const rows = await auditRows(db)
    .where('entitas', 'in', entitas)
    .where('aksi', 'in', aksi)
    .orderBy('audit.id')
    .execute();
  return rows.map(withValues);
}

/** Audit rows about some records of a kind, oldest first. */
export async function linesAbout(db: Db, entitas: AuditSubject, { from, to }: Ids) {
  const rows = await auditRows(db)
    .where('entitas', '=', entitas)
    .where((eb) => eb.between('entitas_id', from, to))
    .orderBy('audit.id')
    .execute();
  return rows.map(withValues);
}

export async function listAudited(db: Db, table: ReplayedTable, { from, to }: Ids) {
  const proof = table === 'payments' ? 'payments.bukti_transfer' : 'expenses.foto';
  const records: Stored[] = await db
    .selectFrom(table)
    .selectAll()
    .select(
      sql<string | null>`(SELECT sha256 FROM files WHERE files.nama = ${sql.ref(proof)})`.as('sidik_berkas'),
    )
    .where((eb) => eb.between('id', from, to))
    .orderBy('id')
    .execute();
  const lines: Line[] = await linesAbout(db, table, { from, to });
  return { records, lines: Map.groupBy(lines, ({ entitas_id }) => entitas_id) };
}
