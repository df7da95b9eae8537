import { sql } from 'kysely';
import { Handover, type HandoverStatus } from '../../../contract/handovers.ts';
import type { Scope } from '../../../contract/policy.ts';
import { columnsOf } from '../../database/columns-of.ts';
import { insertRow } from '../../database/insert-row.ts';
import type { Db } from '../../database/open.ts';
import { newestFirst, type PageRequest, readPage } from '../../database/page.ts';
import { inScope } from '../../database/scope.ts';
import type { Tx } from '../../database/write.ts';

const order = newestFirst<{ id: number }>('setoran');

/**
 * The entries that took the money out of the coordinator's account, one for each fund. They were booked at the moment of
 * the decision, in a row under the lock of the book.
 */
const booked = sql`kas_entri AS booked WHERE booked.akun_id = setoran.akun_id AND booked.jenis = 'pindah'
  AND booked.dibuat_pada = setoran.diputuskan_pada
  AND booked.nomor >= setoran.entri AND booked.nomor < setoran.entri + 2 * (SELECT count(*) FROM dana)`;

const handovers = (db: Db) =>
  db
    .selectFrom('setoran')
    .innerJoin('users', 'users.id', 'setoran.dari_id')
    .innerJoin('akun', 'akun.id', 'setoran.akun_id')
    .select([
      ...columnsOf('setoran', Handover, ['akun', 'dari', 'status', 'diputuskan_oleh']),
      'akun.nama as akun',
      'users.nama as dari',
      sql<HandoverStatus>`CASE WHEN setoran.status = 'diterima' AND NOT EXISTS (SELECT 1 FROM ${booked}
          AND NOT EXISTS (SELECT 1 FROM kas_entri WHERE membatalkan = booked.nomor))
        THEN 'dibatalkan' ELSE setoran.status END`.as('status'),
      sql<string | null>`(SELECT nama FROM users AS decider WHERE decider.id = setoran.diputuskan_oleh)`.as(
        'diputuskan_oleh',
      ),
    ]);

export const listHandovers = (db: Db, scope: Scope, request: PageRequest) =>
  readPage(handovers(db).where(inScope(scope)), order, request);

export function findHandover(db: Db, id: number): Promise<Handover | undefined> {
  return handovers(db).where('setoran.id', '=', id).executeTakeFirst();
}

/** The one whose money, or part of it, a transfer with one of these entries moved. */
export function findBooked(db: Db, entries: readonly number[]): Promise<Handover | undefined> {
  const moved = sql<boolean>`EXISTS (SELECT 1 FROM ${booked} AND booked.nomor IN (${sql.join(entries)}))`;
  return handovers(db).where(moved).executeTakeFirst();
}

/** The one of this person that nobody has decided on. */
export async function findWaiting(db: Db, dari_id: number): Promise<Handover | null> {
  const waiting = handovers(db)
    .where('setoran.dari_id', '=', dari_id)
    .where('setoran.status', '=', 'menunggu');
  return (await waiting.executeTakeFirst()) ?? null;
}

/** @throws Refusal handover_waiting */
export const insertHandover = (tx: Tx, handover: { akun_id: number; dari_id: number; jumlah: number }) =>
  insertRow(tx, 'setoran', { ...handover, status: 'menunggu', diajukan_pada: tx.now });

export interface Decided {
  status: Exclude<HandoverStatus, 'menunggu' | 'dibatalkan'>;
  by: number;
  dihitung?: number;
  alasan?: string | null;
  entri?: number;
}

/** False if it is decided already. */
export async function decide(tx: Tx, id: number, { by, ...decided }: Decided): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('setoran')
    .set({ ...decided, diputuskan_oleh: by, diputuskan_pada: tx.now })
    .where('id', '=', id)
    .where('status', '=', 'menunggu')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
