/** SQL about a year's complaints; dues by month come from the dashboard's sums. */
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from '../../platform/db/open.ts';
import { inBlock, inScope } from '../../platform/db/scope.ts';

export interface ComplaintsOfYear {
  scope: Scope;
  /** A block letter or a whole house. */
  blok: string | undefined;
  /** The instants at which its twelve months begin, and the next year. */
  begins: readonly string[];
}

function complaints(db: Db, { scope, blok, begins }: ComplaintsOfYear) {
  return db
    .selectFrom('complaints')
    .innerJoin('users', 'users.id', 'complaints.user_id')
    .where('complaints.dihapus_pada', 'is', null)
    .where('tanggal_aduan', '>=', begins[0] ?? '')
    .where('tanggal_aduan', '<', begins[12] ?? '')
    .where(inScope(scope))
    .$if(blok !== undefined, (query) => query.where(inBlock(blok ?? '')));
}

/** How many there are of each month (1–12), status and category. */
export function countComplaints(db: Db, year: ComplaintsOfYear) {
  return complaints(db, year)
    .select([
      monthOf(year.begins).as('bulan'),
      'complaints.status',
      'kategori',
      (eb) => eb.fn.countAll<number>().as('jumlah'),
    ])
    .groupBy(['bulan', 'complaints.status', 'kategori'])
    .execute();
}
export type ComplaintCounts = Awaited<ReturnType<typeof countComplaints>>;

function monthOf(begins: readonly string[]): RawBuilder<number> {
  const cases = begins
    .slice(1, 12)
    .map((next, index) => sql`WHEN tanggal_aduan < ${next} THEN ${sql.lit(index + 1)}`);
  return sql<number>`CASE ${sql.join(cases, sql` `)} ELSE 12 END`;
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
