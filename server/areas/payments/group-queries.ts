/** Payments of several months with one proof: `kelompok` is the id of the first of them. */
import { type MonthRow, type Payment, waiting } from '../../../contract/payments.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from '../../database/open.ts';
import { ownedInScope } from '../../database/scope.ts';
import type { Tx } from '../../database/write.ts';

type Grouped = Pick<MonthRow, 'id' | 'kelompok'>;

/** Adds `sebukti` and `tagihan`: reads the payments of all groups at once, and all bills. */
export async function withSameProof<Row extends Grouped>(db: Db, rows: readonly Row[]) {
  const groups = [...new Set(rows.flatMap(({ kelompok }) => kelompok ?? []))];
  const members = groups.length > 0 ? await listGroups(db, groups) : [];
  const membersOf = Map.groupBy(members, ({ kelompok }) => kelompok);
  const billed = await withBill(db, rows);
  return billed.map((row) => ({
    ...row,
    sebukti: (membersOf.get(row.kelompok) ?? []).map(({ kelompok: _, ...payment }) => payment),
  }));
}

/** Adds `tagihan`. */
export async function withBill<Row extends Pick<Grouped, 'id'>>(db: Db, rows: readonly Row[]) {
  const ids = rows.flatMap(({ id }) => id ?? []);
  const bills = ids.length > 0 ? await listBills(db, ids) : [];
  const byPayment = new Map(bills.map(({ payment_id, ...bill }) => [payment_id, bill]));
  return rows.map((row) => ({ ...row, tagihan: byPayment.get(row.id) ?? null }));
}

const listBills = (db: Db, payments: readonly number[]) =>
  db
    .selectFrom('tagihan_bulan')
    .innerJoin('tagihan', 'tagihan.id', 'tagihan_bulan.tagihan_id')
    .select(['payment_id', 'kode', 'kredit'])
    .where('payment_id', 'in', payments)
    .execute();

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
