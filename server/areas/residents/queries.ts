/** SQL about lists of residents. */
import { type SqlBool, sql } from 'kysely';
import type { Period } from '../../../contract/format.ts';
import type { MonthStatus } from '../../../contract/payments.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from '../../platform/db/open.ts';
import { cutPage, type Order, type PageRequest, pageOf } from '../../platform/db/page.ts';
import { contains, inBlock, inScope } from '../../platform/db/scope.ts';
import { sumsIn } from '../../platform/db/sums.ts';

export interface ResidentFilter {
  blok?: string | undefined;
  q?: string | undefined;
  status?: 'active' | 'inactive' | undefined;
}

const byHouse: Order<{ urutan_blok: string; nama: string; id: number }> = {
  name: 'residents',
  columns: ['users.urutan_blok', 'users.nama', 'users.id'],
  kinds: ['text', 'text', 'id'],
  descending: false,
  keyOf: (row) => [row.urutan_blok, row.nama, row.id],
};

const matches = (q: string) =>
  sql<SqlBool>`(${contains('users.nama', q)} OR ${contains('users.email', q)} OR ${contains('users.no_hp', q)} OR ${contains('users.blok', q)})`;

function residents(db: Db, scope: Scope, { blok, q, status }: ResidentFilter) {
  return db
    .selectFrom('users')
    .where('users.jenis', '=', 'warga')
    .where('users.dihapus_pada', 'is', null)
    .where(inScope(scope))
    .$if(blok !== undefined, (query) => query.where(inBlock(blok ?? '')))
    .$if(status !== undefined, (query) => query.where('users.status', '=', status ?? 'active'))
    .$if(q !== undefined, (query) => query.where(matches(q ?? '')));
}

/** The live payment of the month, else the state of a rejected one, else nothing paid. */
const monthStatus = ({ tahun, bulan }: Period) => sql<MonthStatus>`coalesce((
  SELECT payments.status FROM payments
  WHERE payments.user_id = users.id AND payments.tahun = ${tahun} AND payments.bulan = ${bulan} AND payments.dihapus_pada IS NULL
  ORDER BY CASE payments.status WHEN 'ditolak' THEN 1 ELSE 0 END, payments.id DESC LIMIT 1), 'belum_bayar')`;

function withMonth(db: Db, scope: Scope, filter: ResidentFilter, month: Period) {
  return residents(db, scope, filter).select([
    'users.id',
    'users.nama',
    'users.email',
    'users.no_hp',
    'users.blok',
    'users.jumlah_keluarga',
    'users.status',
    'users.created_at',
    'users.urutan_blok',
    monthStatus(month).as('status_bulan_ini'),
  ]);
}

export async function listResidents(
  db: Db,
  scope: Scope,
  filter: ResidentFilter,
  month: Period,
  request: PageRequest,
) {
  const { behind, fetch } = pageOf(byHouse, request);
  const rows = await withMonth(db, scope, filter, month)
    .where(behind)
    .orderBy('users.urutan_blok')
    .orderBy('users.nama')
    .orderBy('users.id')
    .limit(fetch)
    .execute();
  return cutPage(byHouse, rows, fetch);
}

export async function countResidents(db: Db, scope: Scope, filter: ResidentFilter): Promise<number> {
  if (filter.q !== undefined) {
    const found = residents(db, scope, filter).select((eb) => eb.fn.countAll<number>().as('total'));
    return (await found.executeTakeFirstOrThrow()).total;
  }
  const { total } = await db
    .selectFrom(sumsIn('account_sums', scope, filter.blok))
    .select(sql<number>`coalesce(sum(banyak), 0)`.as('total'))
    .where('jenis', '=', 'warga')
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status ?? 'active'))
    .executeTakeFirstOrThrow();
  return total;
}

export function findResident(db: Db, scope: Scope, id: number, month: Period) {
  return withMonth(db, scope, {}, month).where('users.id', '=', id).executeTakeFirst();
}

export async function listBlocks(db: Db, scope: Scope): Promise<string[]> {
  const rows = await residents(db, scope, {})
    .select(['users.blok', 'users.urutan_blok'])
    .distinct()
    .where('users.blok', 'is not', null)
    .orderBy('users.urutan_blok')
    .execute();
  return rows.flatMap(({ blok }) => blok ?? []);
}
