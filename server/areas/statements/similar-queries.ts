import { type SqlBool, sql } from 'kysely';
import { amountOf } from '../../../contract/amount-of.ts';
import { entryKindLabels } from '../../../contract/cash-book.ts';
import { type Period, shiftDay } from '../../../contract/format.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import { settledDays } from '../../../contract/settlements.ts';
import type { SimilarEntry, StatementLine } from '../../../contract/statements.ts';
import type { Db } from '../../database/open.ts';
import { slipOf } from '../payments/reference-queries.ts';

type Sought = Pick<StatementLine, 'id' | 'akun_id' | 'tanggal' | 'jumlah' | 'alasan' | 'calon'>;

/** Whose slip may be booked in another account. */
const elsewhere = ({ alasan, calon }: Sought) =>
  alasan === 'rekening_lain' ? calon.map(({ user_id }) => user_id) : [];

/**
 * Spending, other income and transfers with the sum of a line, booked near its day, for which no line stands; by line. Of
 * dues the slips that nobody can match with it: of former residents, and in another account.
 */
export async function listSimilar(
  db: Db,
  lines: readonly Sought[],
): Promise<ReadonlyMap<number, SimilarEntry[]>> {
  const days = lines.map(({ tanggal }) => tanggal).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const near = db
    .selectFrom('kas_entri')
    .select(['nomor', 'kas_entri.tanggal', 'kas_entri.jumlah', 'akun_id', 'jenis', 'kas_entri.keterangan'])
    .where('kas_entri.tanggal', '>=', shiftDay(first, -settledDays))
    .where('kas_entri.tanggal', '<=', shiftDay(last, settledDays))
    .where(
      sql<SqlBool>`NOT EXISTS (SELECT 1 FROM kas_entri AS reversal WHERE reversal.membatalkan = kas_entri.nomor)`,
    )
    .orderBy('nomor');
  const others = await near
    .where('jenis', 'in', ['pengeluaran', 'penerimaan', 'pindah'])
    .where('kas_entri.jumlah', 'in', [...new Set(lines.map(({ jumlah }) => jumlah))])
    .where('akun_id', 'in', [...new Set(lines.map(({ akun_id }) => akun_id))])
    .where(sql<SqlBool>`NOT EXISTS (SELECT 1 FROM mutasi_bank WHERE mutasi_bank.expense_id = kas_entri.expense_id
      OR mutasi_bank.penerimaan_id = kas_entri.penerimaan_id)`)
    .execute();
  const former = new Set(await listFormer(db, shiftDay(first, -settledDays)));
  const payers = [...former, ...lines.flatMap(elsewhere)];
  const dues = await near
    .innerJoin('payments', 'payments.id', 'kas_entri.payment_id')
    .select(['user_id', 'nama', 'blok', 'payments.id', 'kelompok', 'payments.tahun', 'payments.bulan'])
    .where('jenis', '=', 'iuran')
    .where('metode', '=', 'transfer')
    .where('user_id', 'in', [0, ...payers])
    .where(sql<SqlBool>`NOT EXISTS (SELECT 1 FROM mutasi_pembayaran WHERE payment_id = payments.id)`)
    .execute();
  const entries = [
    ...others.map((entry) => ({
      ...entry,
      keterangan: entry.keterangan || entryKindLabels[entry.jenis],
      fits: ({ akun_id }: Sought) => entry.akun_id === akun_id,
    })),
    ...slipsIn(dues).map(({ nama, blok, user_id, months, ...entry }) => ({
      ...entry,
      keterangan: `Iuran ${formatMonths(months)}, ${nama}${blok ? ` (${blok})` : ''}`,
      fits: (line: Sought) =>
        entry.akun_id === line.akun_id ? former.has(user_id) : elsewhere(line).includes(user_id),
    })),
  ];
  const isNear = (a: string, b: string) => a >= shiftDay(b, -settledDays) && a <= shiftDay(b, settledDays);
  return new Map(
    lines.map((line) => [
      line.id,
      entries
        .filter(
          (entry) => entry.jumlah === line.jumlah && isNear(entry.tanggal, line.tanggal) && entry.fits(line),
        )
        .map(({ nomor, tanggal, keterangan }) => ({ nomor, tanggal, keterangan })),
    ]),
  );
}

/** The months of a slip as one entry: its first, with their sum. */
const slipsIn = <Due extends Period & { id: number; kelompok: number | null; jumlah: number }>(
  dues: readonly Due[],
) =>
  [...Map.groupBy(dues, slipOf).values()].flatMap((months) =>
    months.slice(0, 1).map((first) => ({ ...first, months, jumlah: amountOf(months) })),
  );

/** Accounts that no line can pay for any more, without those that left before a day. */
async function listFormer(db: Db, since: string): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('dihapus_pada', '>=', since),
        eb.and([eb('status', '<>', 'active'), eb('dihapus_pada', 'is', null)]),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}
