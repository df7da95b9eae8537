import { sql, type SqlBool } from 'kysely';
import { entryKindLabels } from '../../../contract/cash-book.ts';
import { shiftDay } from '../../../contract/format.ts';
import { settledDays } from '../../../contract/settlements.ts';
import type { SimilarEntry, StatementLine } from '../../../contract/statements.ts';
import type { Db } from '../../database/open.ts';

type Sought = Pick<StatementLine, 'id' | 'akun_id' | 'tanggal' | 'jumlah'>;

/** Spending, other income and transfers with the sum of a line, booked near its day, for which no line stands; by line. */
export async function listSimilar(
  db: Db,
  lines: readonly Sought[],
): Promise<ReadonlyMap<number, SimilarEntry[]>> {
  const days = lines.map(({ tanggal }) => tanggal).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const entries = await db
    .selectFrom('kas_entri')
    .select(['nomor', 'tanggal', 'jumlah', 'akun_id', 'jenis', 'keterangan'])
    .where('jenis', 'in', ['pengeluaran', 'penerimaan', 'pindah'])
    .where('akun_id', 'in', [...new Set(lines.map(({ akun_id }) => akun_id))])
    .where('jumlah', 'in', [...new Set(lines.map(({ jumlah }) => jumlah))])
    .where('tanggal', '>=', shiftDay(first, -settledDays))
    .where('tanggal', '<=', shiftDay(last, settledDays))
    .where(
      sql<SqlBool>`NOT EXISTS (SELECT 1 FROM kas_entri AS reversal WHERE reversal.membatalkan = kas_entri.nomor)`,
    )
    .where(sql<SqlBool>`NOT EXISTS (SELECT 1 FROM mutasi_bank WHERE mutasi_bank.expense_id = kas_entri.expense_id
      OR mutasi_bank.penerimaan_id = kas_entri.penerimaan_id)`)
    .orderBy('nomor')
    .execute();
  const isNear = (a: string, b: string) => a >= shiftDay(b, -settledDays) && a <= shiftDay(b, settledDays);
  return new Map(
    lines.map((line) => [
      line.id,
      entries
        .filter(({ akun_id, jumlah }) => akun_id === line.akun_id && jumlah === line.jumlah)
        .filter(({ tanggal }) => isNear(tanggal, line.tanggal))
        .map(({ nomor, tanggal, jenis, keterangan }) => ({
          nomor,
          tanggal,
          keterangan: keterangan || entryKindLabels[jenis],
        })),
    ]),
  );
}
