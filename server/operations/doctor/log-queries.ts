import { sql } from 'kysely';
import type { Db } from '../../database/open.ts';
import { auditRows } from '../../database/read-audit.ts';
import type { Ids } from './queries.ts';

/** Numbers of the logs; before the first start of a server there is one without a name. */
export async function listOrigins(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('log_asal').select('id').orderBy('id').execute();
  return rows.length === 0 ? [1] : rows.map(({ id }) => id);
}

/** Audit rows with their values and their leaf, which on PostgreSQL may still wait for its index. */
export function listWithLeaves(db: Db, origins: readonly number[], { from, to }: Ids) {
  return auditRows(db)
    .leftJoin('log_daun', (join) =>
      join.onRef('log_daun.audit_id', '=', 'audit.id').on('log_daun.asal_id', 'in', [...origins]),
    )
    .leftJoin('log_antrean', 'log_antrean.audit_id', 'audit.id')
    .select(sql<string | null>`coalesce(log_daun.isi, log_antrean.isi)`.as('daun'))
    .where((eb) => eb.between('audit.id', from, to))
    .orderBy('audit.id')
    .execute();
}

/** Leaves in order; `ada`: whether their audit row is there. */
export function listLeavesFrom(db: Db, asal_id: number, { from, to }: Ids) {
  return db
    .selectFrom('log_daun')
    .leftJoin('audit', 'audit.id', 'log_daun.audit_id')
    .select(['log_daun.indeks', 'log_daun.audit_id', 'log_daun.isi', 'audit.id as ada'])
    .where('log_daun.asal_id', '=', asal_id)
    .where((eb) => eb.between('log_daun.indeks', from, to))
    .orderBy('log_daun.indeks')
    .execute();
}

/** By level and number. */
export async function listTileRoots(db: Db, asal_id: number, tingkat: number, { from, to }: Ids) {
  const rows = await db
    .selectFrom('log_simpul')
    .select(['nomor', 'hash'])
    .where('asal_id', '=', asal_id)
    .where('tingkat', '=', tingkat)
    .where((eb) => eb.between('nomor', from, to))
    .execute();
  return new Map(rows.map(({ nomor, hash }) => [nomor, hash]));
}

export function listCheckpointsFrom(db: Db, asal_id: number, { from, to }: Ids) {
  return db
    .selectFrom('log_kepala')
    .select(['ukuran', 'catatan'])
    .where('asal_id', '=', asal_id)
    .where((eb) => eb.between('ukuran', from, to))
    .orderBy('ukuran')
    .execute();
}

export async function lastSigned(db: Db, asal_id: number): Promise<number> {
  const { last } = await db
    .selectFrom('log_kepala')
    .select((eb) => eb.fn.max<number | null>('ukuran').as('last'))
    .where('asal_id', '=', asal_id)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}
