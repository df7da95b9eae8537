/** SQL about a year's complaints; dues by month come from the dashboard's sums. */
import { sql } from 'kysely';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from '../../platform/db/open.ts';
import { inBlock, inScope } from '../../platform/db/scope.ts';

export interface ComplaintsOfYear {
  scope: Scope;
  blok?: string | undefined;
  /** ISO instants: the year's beginning and the next one's. */
  from: string;
  until: string;
}

function complaints(db: Db, { scope, blok, from, until }: ComplaintsOfYear) {
  return db
    .selectFrom('complaints')
    .innerJoin('users', 'users.id', 'complaints.user_id')
    .where('complaints.dihapus_pada', 'is', null)
    .where('tanggal_aduan', '>=', from)
    .where('tanggal_aduan', '<', until)
    .where(inScope(scope))
    .$if(blok !== undefined, (query) => query.where(inBlock(blok ?? '')));
}

export function countComplaints(db: Db, year: ComplaintsOfYear) {
  return complaints(db, year)
    .select(['complaints.status', 'kategori', (eb) => eb.fn.countAll<number>().as('jumlah')])
    .groupBy(['complaints.status', 'kategori'])
    .execute();
}

/** @param boundaries the thirteen instants that begin the months of the year and the year after */
export async function countByMonth(
  db: Db,
  year: ComplaintsOfYear,
  boundaries: readonly string[],
): Promise<number[]> {
  const month = boundaries
    .slice(1, 12)
    .map((boundary) => sql`WHEN tanggal_aduan < ${boundary} THEN ${sql.lit(boundaries.indexOf(boundary))}`);
  const rows = await complaints(db, year)
    .select([
      sql<number>`CASE ${sql.join(month, sql` `)} ELSE 12 END`.as('bulan'),
      (eb) => eb.fn.countAll<number>().as('jumlah'),
    ])
    .groupBy('bulan')
    .execute();
  const counts = new Map(rows.map(({ bulan, jumlah }) => [bulan, jumlah]));
  return Array.from({ length: 12 }, (_, index) => counts.get(index + 1) ?? 0);
}

export function latestComplaints(db: Db, year: ComplaintsOfYear, limit: number) {
  return complaints(db, year)
    .select([
      'complaints.id',
      'complaints.judul',
      'complaints.kategori',
      'complaints.status',
      'users.nama as nama_user',
      'users.blok',
      'complaints.tanggal_aduan',
    ])
    .orderBy('complaints.id', 'desc')
    .limit(limit)
    .execute();
}
