import { sql } from 'kysely';
import type { ComplaintStatus } from '../../../contract/complaints.ts';
import type { Role } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from '../../database/open.ts';
import { inScope, ownedInScope } from '../../database/scope.ts';
import { confirmedIncome } from '../cash-book/queries.ts';
import { isOpen } from '../payments/queries.ts';

const total = sql<number>`count(*)`.as('total');

export async function countByRole(db: Db, scope: Scope): Promise<Partial<Record<Role, number>>> {
  const rows = await db
    .selectFrom('users')
    .select(['jenis', total])
    .where('status', '=', 'active')
    .where('dihapus_pada', 'is', null)
    .where(inScope(scope))
    .groupBy('jenis')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.jenis, row.total]));
}

/** `confirmed` in rupiah. */
export async function sumPayments(db: Db, scope: Scope) {
  const sums = db
    .selectFrom('payments')
    .select(['status', total])
    .where('dihapus_pada', 'is', null)
    .groupBy('status');
  if (scope.reach === 'all') {
    const rows = await sums.where(isOpen).execute();
    const { banyak, jumlah } = await confirmedIncome(db);
    return { counts: { ...countsOf(rows), dikonfirmasi: banyak }, confirmed: jumlah };
  }
  const rows = await sums
    .select((eb) => eb.fn.sum<number>('jumlah').as('jumlah'))
    .where(ownedInScope(scope, 'user_id'))
    .execute();
  const confirmed = rows.find(({ status }) => status === 'dikonfirmasi')?.jumlah ?? 0;
  return { counts: countsOf(rows), confirmed };
}

const countsOf = <Status extends string>(rows: readonly { status: Status; total: number }[]) =>
  Object.fromEntries(rows.map((row) => [row.status, row.total])) as Partial<Record<Status, number>>;

export async function countComplaints(db: Db, scope: Scope, since?: string) {
  // With a date an expression, or SQLite would read all in the order of the index on status to find a month's.
  const status =
    since === undefined ? sql.ref<ComplaintStatus>('status') : sql<ComplaintStatus>`coalesce(status, '')`;
  const rows = await db
    .selectFrom('complaints')
    .select([status.as('status'), total])
    .where('dihapus_pada', 'is', null)
    .$if(since !== undefined, (query) => query.where('tanggal_aduan', '>=', since ?? ''))
    .where(ownedInScope(scope, 'user_id'))
    .groupBy(status)
    .execute();
  return countsOf(rows);
}

export function latestComplaints(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('complaints')
    .select(['id', 'judul', 'kategori', 'deskripsi', 'status', 'tanggal_aduan'])
    .where('user_id', '=', userId)
    .where('dihapus_pada', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countPosts(db: Db): Promise<number> {
  const posts = db.selectFrom('posts').select(total).where('dihapus_pada', 'is', null);
  return (await posts.executeTakeFirstOrThrow()).total;
}
