/** Why the statement of an account differs from the book of a month. */
import { sql } from 'kysely';
import type { StatementGap } from '../../../contract/closings.ts';
import { monthKey, monthOf, shiftDay, shiftMonth } from '../../../contract/format.ts';
import { settledDays } from '../../../contract/settlements.ts';
import type { Db } from '../../database/open.ts';
import { rest } from './line-queries.ts';

/** How the entry of a line is found: dues, other income, spending. */
const links = [
  sql`kas_entri.jenis = 'iuran'
    AND mutasi_bank.id = (SELECT mutasi_id FROM mutasi_pembayaran WHERE payment_id = kas_entri.payment_id)`,
  sql`kas_entri.jenis = 'penerimaan' AND mutasi_bank.penerimaan_id = kas_entri.penerimaan_id`,
  sql`kas_entri.jenis = 'pengeluaran' AND mutasi_bank.expense_id = kas_entri.expense_id`,
];

/**
 * By account and reason: lines of the month that are open or booked in another one, and entries of it with a line of
 * another one. An entry is some days older than its line, or up to two months younger: what slips wait for.
 */
export async function listGaps(db: Db, bulan: string): Promise<StatementGap[]> {
  const firstDay = (months: number) => `${monthKey(shiftMonth(monthOf(bulan), months))}-01`;
  const [begin, end] = [firstDay(0), firstDay(1)];
  const isOfMonth = sql`mutasi_bank.tanggal >= ${begin} AND mutasi_bank.tanggal < ${end}`;
  const entries = [
    ['dari_lain', begin, end, sql`NOT (${isOfMonth})`],
    ['dicatat_lain', shiftDay(begin, -settledDays), begin, isOfMonth],
    ['dicatat_lain', end, firstDay(3), isOfMonth],
  ] as const;
  const gaps = entries.flatMap(([sebab, from, before, isOutside]) =>
    links.map(
      (
        isLinked,
      ) => sql`SELECT mutasi_bank.akun_id, mutasi_bank.id, ${sql.lit(sebab)} AS sebab, kas_entri.jumlah
        FROM kas_entri CROSS JOIN mutasi_bank WHERE ${isLinked}
        AND kas_entri.tanggal >= ${from} AND kas_entri.tanggal < ${before} AND ${isOutside}`,
    ),
  );
  const { rows } = await sql<StatementGap>`
    SELECT akun_id, sebab, count(DISTINCT id) AS banyak, sum(jumlah) AS jumlah FROM (
      SELECT akun_id, id, 'terbuka' AS sebab, ${rest} AS jumlah FROM mutasi_bank
        WHERE status = 'terbuka' AND ${isOfMonth}
      UNION ALL ${sql.join(gaps, sql` UNION ALL `)}
    ) AS gaps
    GROUP BY akun_id, sebab ORDER BY akun_id, sebab DESC`.execute(db);
  return rows;
}
