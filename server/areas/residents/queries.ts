import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Period } from '../../../contract/format.ts';
import type { Scope } from '../../../contract/policy.ts';
import { type countResidents as endpoint, Resident } from '../../../contract/residents.ts';
import { byHouse } from '../../database/by-house.ts';
import { columnsOf } from '../../database/columns-of.ts';
import type { Db } from '../../database/open.ts';
import { type PageRequest, readPage } from '../../database/page.ts';
import { inBlock } from '../../database/scope.ts';
import { matchesWords, people } from '../../database/search.ts';
import { houseStatusOf } from '../rates/queries.ts';

type ResidentFilter = z.output<typeof endpoint.query>;

const order = byHouse<{ urutan_blok: string; nama: string; id: number }>('residents', (row) => row.id);

function residents(db: Db, scope: Scope, { blok, q, status }: ResidentFilter) {
  return db
    .selectFrom('users')
    .where('users.jenis', '=', 'warga')
    .where('users.dihapus_pada', 'is', null)
    .where(inBlock(scope, blok))
    .where(matchesWords(db, people, q))
    .$if(status !== undefined, (query) => query.where('users.status', '=', status ?? 'active'));
}

/**
 * Status of the waiting or confirmed payment; else of the waiver; else `ditolak` if a payment was rejected, else
 * `belum_bayar`.
 */
const monthStatus = ({ tahun, bulan }: Period) => sql<Resident['status_bulan_ini']>`coalesce((
  SELECT payments.status FROM payments
  WHERE payments.user_id = users.id AND payments.tahun = ${tahun} AND payments.bulan = ${bulan}
    AND payments.dihapus_pada IS NULL AND payments.status <> 'ditolak'
), (
  SELECT jenis FROM pembebasan WHERE user_id = users.id AND tahun = ${tahun} AND bulan = ${bulan} AND akhir_id IS NULL
), (
  SELECT payments.status FROM payments
  WHERE payments.user_id = users.id AND payments.tahun = ${tahun} AND payments.bulan = ${bulan}
    AND payments.dihapus_pada IS NULL LIMIT 1
), 'belum_bayar')`;

function withMonth(db: Db, scope: Scope, month: Period, filter: ResidentFilter = {}) {
  return residents(db, scope, filter).select([
    ...columnsOf('users', Resident, ['rumah', 'status_bulan_ini']),
    'users.urutan_blok',
    houseStatusOf.as('rumah'),
    monthStatus(month).as('status_bulan_ini'),
  ]);
}

export function listResidents(
  db: Db,
  scope: Scope,
  filter: ResidentFilter,
  month: Period,
  request: PageRequest,
) {
  return readPage(withMonth(db, scope, month, filter), order, request);
}

export function countResidents(db: Db, scope: Scope, filter: ResidentFilter) {
  const inactive = sql<number>`count(CASE users.status WHEN 'inactive' THEN 1 END)`;
  return residents(db, scope, filter)
    .select([(eb) => eb.fn.countAll<number>().as('total'), inactive.as('nonaktif')])
    .executeTakeFirstOrThrow();
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
