/** SQL about lists of residents. */
import { sql } from 'kysely';
import type { Period } from '../../../contract/format.ts';
import type { MonthStatus } from '../../../contract/payments.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from '../../platform/db/open.ts';
import { cutPage, type Order, type PageRequest, pageOf } from '../../platform/db/page.ts';
import { inBlock } from '../../platform/db/scope.ts';
import { everything, type Found, findPeople, selectFound } from '../../platform/db/search.ts';
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

function residents(db: Db, scope: Scope, { blok, status }: ResidentFilter, found = everything) {
  return selectFound(db, 'users', found)
    .where('users.jenis', '=', 'warga')
    .where('users.dihapus_pada', 'is', null)
    .where(inBlock(scope, blok))
    .$if(status !== undefined, (query) => query.where('users.status', '=', status ?? 'active'));
}

/** The live payment of the month, else the state of a rejected one, else nothing paid. */
const monthStatus = ({ tahun, bulan }: Period) => sql<MonthStatus>`coalesce((
  SELECT payments.status FROM payments
  WHERE payments.user_id = users.id AND payments.tahun = ${tahun} AND payments.bulan = ${bulan} AND payments.dihapus_pada IS NULL
  ORDER BY CASE payments.status WHEN 'ditolak' THEN 1 ELSE 0 END, payments.id DESC LIMIT 1), 'belum_bayar')`;

function withMonth(db: Db, scope: Scope, month: Period, filter: ResidentFilter = {}, found = everything) {
  return residents(db, scope, filter, found).select([
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

/** With `total`: how many there are, null when a search finds more than are counted. */
export async function listResidents(
  db: Db,
  scope: Scope,
  filter: ResidentFilter,
  month: Period,
  request: PageRequest,
) {
  const { behind, fetch } = pageOf(byHouse, request);
  const { blok, q } = filter;
  const found = await findPeople(db, scope, { blok, q, columns: ['nama', 'email', 'no_hp', 'blok'] });
  const rows = await withMonth(db, scope, month, filter, found)
    .where(behind)
    .orderBy('users.urutan_blok')
    .orderBy('users.nama')
    .orderBy('users.id')
    .limit(fetch)
    .execute();
  const page = cutPage(byHouse, rows, fetch);
  const isAll = request.cursor === undefined && page.nextCursor === null;
  return { ...page, total: isAll ? page.data.length : await countResidents(db, scope, filter, found) };
}

async function countResidents(
  db: Db,
  scope: Scope,
  filter: ResidentFilter,
  found: Found,
): Promise<number | null> {
  if (filter.q !== undefined) {
    if (found.isMany) return null;
    const counted = residents(db, scope, filter, found).select((eb) => eb.fn.countAll<number>().as('total'));
    return (await counted.executeTakeFirstOrThrow()).total;
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
  return withMonth(db, scope, month).where('users.id', '=', id).executeTakeFirst();
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
