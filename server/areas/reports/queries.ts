import { sql } from 'kysely';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from '../../database/open.ts';
import { ownedInScope } from '../../database/scope.ts';

export interface ComplaintsOfYear {
  scope: Scope;
  blok: string | undefined;
  /** Start instants of the twelve months and of the next year (13 entries). */
  begins: readonly string[];
}

export function countComplaints(db: Db, year: ComplaintsOfYear) {
  const months = year.begins
    .slice(1, 12)
    .map((next, index) => sql`WHEN tanggal_aduan < ${next} THEN ${sql.lit(index + 1)}`);
  return complaintsOf(db, year)
    .select([
      sql<number>`CASE ${sql.join(months, sql` `)} ELSE 12 END`.as('bulan'),
      'status',
      'kategori',
      sql<number>`count(*)`.as('jumlah'),
    ])
    .groupBy(['bulan', 'status', 'kategori'])
    .execute();
}
export type ComplaintCounts = Awaited<ReturnType<typeof countComplaints>>;

export async function latestComplaints(db: Db, year: ComplaintsOfYear, limit: number) {
  const latest = complaintsOf(db, year)
    .select(['id', 'user_id', 'judul', 'kategori', 'status', 'tanggal_aduan'])
    .orderBy('tanggal_aduan', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  return await db
    .selectFrom(latest.as('latest'))
    .innerJoin('users', 'users.id', 'latest.user_id')
    .select([
      'latest.id',
      'latest.judul',
      'latest.kategori',
      'latest.status',
      'users.nama as nama_user',
      'users.blok',
      'latest.tanggal_aduan',
    ])
    .orderBy('latest.tanggal_aduan', 'desc')
    .orderBy('latest.id', 'desc')
    .execute();
}

const complaintsOf = (db: Db, { scope, blok, begins }: ComplaintsOfYear) =>
  db
    .selectFrom('complaints')
    .where('dihapus_pada', 'is', null)
    .where('tanggal_aduan', '>=', begins[0] ?? '')
    .where('tanggal_aduan', '<', begins[12] ?? '')
    .where(ownedInScope(scope, 'user_id', blok));
