import type { AuditAction, AuditSubject } from '../../contract/audit.ts';
import type { Db } from '../database/open.ts';
import { auditRows, withValues } from '../database/read-audit.ts';

/** In the order in which they were written. */
export async function readAudit(
  db: Db,
  { entitas, entitas_id, aksi }: { entitas?: AuditSubject; entitas_id?: number; aksi?: AuditAction },
) {
  const rows = await auditRows(db)
    .$if(entitas !== undefined, (query) => query.where('entitas', '=', entitas ?? 'payments'))
    .$if(entitas_id !== undefined, (query) => query.where('entitas_id', '=', entitas_id ?? 0))
    .$if(aksi !== undefined, (query) => query.where('aksi', '=', aksi ?? ''))
    .orderBy('audit.id')
    .execute();
  return rows.map(withValues);
}
