/** SQL about a year's complaints; dues by month come from the dashboard's sums. */
import { sql } from 'kysely';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from '../../platform/db/open.ts';
import { inReach, isOfPeople } from '../../platform/db/scope.ts';
import { sumsIn } from '../../platform/db/sums.ts';

export interface ComplaintsOfYear {
  scope: Scope;
  /** A block letter or a whole house. */
  blok: string | undefined;
  /** The instants at which its twelve months begin, and the next year. */
  begins: readonly string[];
}

/** How many there are of each month (1–12), status and category. */
export function countComplaints(db: Db, { scope, blok, begins }: ComplaintsOfYear) {
  const hours = begins.map((begin) => begin.slice(0, 'YYYY-MM-DDTHH'.length));
  const months = hours
    .slice(1, 12)
    .map((next, index) => sql`WHEN waktu < ${next} THEN ${sql.lit(index + 1)}`);
  return db
    .selectFrom(sumsIn('complaint_months', scope, blok))
    .select([
      sql<number>`CASE ${sql.join(months, sql` `)} ELSE 12 END`.as('bulan'),
      'status',
      'kategori',
      (eb) => eb.fn.sum<number>('banyak').as('jumlah'),
    ])
    .where('waktu', '>=', hours[0] ?? '')
    .where('waktu', '<', hours[12] ?? '')
    .groupBy(['bulan', 'status', 'kategori'])
    .execute();
}
export type ComplaintCounts = Awaited<ReturnType<typeof countComplaints>>;

export async function latestComplaints(db: Db, { scope, blok, begins }: ComplaintsOfYear, limit: number) {
  const joined = isOfPeople(scope, blok)
    ? db.selectFrom('users').crossJoin('complaints')
    : db.selectFrom('complaints').crossJoin('users');
  return await joined
    .whereRef('users.id', '=', 'complaints.user_id')
    .where('complaints.dihapus_pada', 'is', null)
    .where('tanggal_aduan', '>=', begins[0] ?? '')
    .where('tanggal_aduan', '<', begins[12] ?? '')
    .where(inReach('complaints', scope, blok))
    .select([
      'complaints.id',
      'complaints.judul',
      'complaints.kategori',
      'complaints.status',
      'users.nama as nama_user',
      'users.blok',
      'complaints.tanggal_aduan',
    ])
    .orderBy('complaints.tanggal_aduan', 'desc')
    .orderBy('complaints.id', 'desc')
    .limit(limit)
    .execute();
}
