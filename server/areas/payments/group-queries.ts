/** Payments of several months with one proof: `kelompok` is the id of the first of them. */
import { type Payment, waiting } from '../../../contract/payments.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from '../../database/open.ts';
import { ownedInScope } from '../../database/scope.ts';
import type { Tx } from '../../database/write.ts';

/** Adds `sebukti`: reads the payments of all groups at once. */
export async function withSameProof<Row extends { kelompok: number | null }>(db: Db, rows: readonly Row[]) {
  const groups = [...new Set(rows.flatMap(({ kelompok }) => kelompok ?? []))];
  const members = groups.length > 0 ? await listGroups(db, groups) : [];
  return rows.map((row) => ({
    ...row,
    sebukti: members.flatMap(({ kelompok, ...payment }) => (kelompok === row.kelompok ? [payment] : [])),
  }));
}

const listGroups = (db: Db, groups: readonly number[]) =>
  db
    .selectFrom('payments')
    .select(['id', 'tahun', 'bulan', 'jumlah', 'status', 'kelompok'])
    .where('kelompok', 'in', groups)
    .where('dihapus_pada', 'is', null)
    .orderBy('tahun')
    .orderBy('bulan')
    .orderBy('id')
    .execute();

/** By id, the order in which their rows are locked. */
const idsOf = (db: Db, kelompok: number) =>
  db
    .selectFrom('payments')
    .select('id')
    .where('kelompok', '=', kelompok)
    .where('dihapus_pada', 'is', null)
    .orderBy('id');

export async function listWaitingOf(db: Db, scope: Scope, kelompok: number): Promise<number[]> {
  const rows = await idsOf(db, kelompok)
    .where('status', '=', waiting)
    .where(ownedInScope(scope, 'payments.user_id'))
    .execute();
  return rows.map(({ id }) => id);
}

export async function listOwnOf(db: Db, userId: number, kelompok: number): Promise<number[]> {
  const rows = await idsOf(db, kelompok).where('user_id', '=', userId).execute();
  return rows.map(({ id }) => id);
}

/** The first payment of a group begins it. */
export async function beginGroup(tx: Tx, first: Payment): Promise<Payment> {
  await tx.db.updateTable('payments').set({ kelompok: first.id }).where('id', '=', first.id).execute();
  return { ...first, kelompok: first.id };
}
