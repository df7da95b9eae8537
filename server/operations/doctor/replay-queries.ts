import { sql } from 'kysely';
import type { AuditSubject } from '../../../contract/audit.ts';
import type { Db } from '../../database/open.ts';
import { auditRows, withValues } from '../../database/read-audit.ts';
import type { Ids } from './queries.ts';
import type { Line, ReplayedTable, Stored } from './replay.ts';

const replayedAtOnce = 250;

/** Records with their audit rows, oldest first, a portion at a time. */
export function* replayRanges(last: number): Generator<Ids> {
  for (let from = 1; from <= last; from += replayedAtOnce) yield { from, to: from + replayedAtOnce - 1 };
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
