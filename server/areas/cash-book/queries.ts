/** SQL about the cash book: confirmed payments and expenses as one book. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Balance, CashBookEntry } from '../../../contract/cash-book.ts';
import type { Db } from '../../platform/db/open.ts';
import { cutPage, type Order, type PageRequest, pageOf } from '../../platform/db/page.ts';

export async function readBalance(db: Db): Promise<Balance> {
  const totalPemasukan = await totalIncome(db);
  const { total } = await db
    .selectFrom('expenses')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('jumlah'), sql<number>`0`).as('total'))
    .where('dihapus_pada', 'is', null)
    .executeTakeFirstOrThrow();
  return { totalPemasukan, totalPengeluaran: total, saldo: totalPemasukan - total };
}

/** @param letter only payments of houses with this block letter */
export async function totalIncome(db: Db, letter?: string): Promise<number> {
  const { total } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('jumlah'), sql<number>`0`).as('total'))
    .where('payments.status', '=', 'dikonfirmasi')
    .where('payments.dihapus_pada', 'is', null)
    .$if(letter !== undefined, (query) =>
      query.where('user_id', 'in', (eb) =>
        eb
          .selectFrom('users')
          .select('users.id')
          .where('huruf_blok', '=', letter ?? ''),
      ),
    )
    .executeTakeFirstOrThrow();
  return total;
}

/** Sums by month of a year, 1–12; under 0 what was before the year. */
export type MonthlySums = ReadonlyMap<number, number>;

export async function sumByMonth(
  db: Db,
  tahun: number,
): Promise<{ income: MonthlySums; spending: MonthlySums }> {
  const income = await db
    .selectFrom('payments')
    .select([monthOf('tanggal_kas', tahun).as('month'), (eb) => eb.fn.sum<number>('jumlah').as('total')])
    .where('status', '=', 'dikonfirmasi')
    .where('tanggal_kas', '<=', `${tahun}-12-31`)
    .groupBy('month')
    .execute();
  const spending = await db
    .selectFrom('expenses')
    .select([
      monthOf('tanggal_digunakan', tahun).as('month'),
      (eb) => eb.fn.sum<number>('jumlah').as('total'),
    ])
    .where('dihapus_pada', 'is', null)
    .where('tanggal_digunakan', '<=', `${tahun}-12-31`)
    .groupBy('month')
    .execute();
  const byMonth = (rows: typeof income) => new Map(rows.map(({ month, total }) => [month, total]));
  return { income: byMonth(income), spending: byMonth(spending) };
}

const monthOf = (column: string, tahun: number) =>
  sql<number>`CASE WHEN ${sql.ref(column)} < ${sql.lit(`${tahun}-01-01`)} THEN 0
    ELSE CAST(substr(${sql.ref(column)}, 6, 2) AS INTEGER) END`;

/** Days of the estate's calendar, both included. */
export interface Span {
  dari: string;
  sampai: string;
}

const newestFirst: Order<CashBookEntry> = {
  name: 'cash-book',
  columns: ['tanggal', 'type', 'id'],
  kinds: ['text', 'text', 'id'],
  descending: true,
  keyOf: (row) => [row.tanggal, row.type, row.id],
};

/** @param proofs the payments whose proof and note the reader may see, as a condition on `users` and `payments` */
function book(db: Db, span: Span, proofs: RawBuilder<SqlBool>) {
  const nothing = sql<string | null>`CAST(NULL AS TEXT)`;
  const income = db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .select([
      sql<CashBookEntry['type']>`'pemasukan'`.as('type'),
      'payments.id',
      sql<string>`payments.tanggal_kas`.as('tanggal'),
      'payments.jumlah',
      'payments.tahun',
      'payments.bulan',
      sql<string | null>`users.nama`.as('nama'),
      'users.blok',
      nothing.as('judul'),
      sql<string | null>`CASE WHEN ${proofs} THEN payments.keterangan END`.as('deskripsi'),
      sql<string | null>`CASE WHEN ${proofs} THEN payments.bukti_transfer END`.as('bukti_transfer'),
      nothing.as('foto'),
    ])
    .where('payments.status', '=', 'dikonfirmasi')
    .where('payments.tanggal_kas', '>=', span.dari)
    .where('payments.tanggal_kas', '<=', span.sampai);
  const spending = db
    .selectFrom('expenses')
    .select([
      sql<CashBookEntry['type']>`'pengeluaran'`.as('type'),
      'expenses.id',
      'tanggal_digunakan as tanggal',
      'jumlah',
      'tahun',
      'bulan',
      nothing.as('nama'),
      nothing.as('blok'),
      sql<string | null>`judul`.as('judul'),
      sql<string | null>`deskripsi`.as('deskripsi'),
      nothing.as('bukti_transfer'),
      'foto',
    ])
    .where('dihapus_pada', 'is', null)
    .where('tanggal_digunakan', '>=', span.dari)
    .where('tanggal_digunakan', '<=', span.sampai);
  return db.selectFrom(income.unionAll(spending).as('book')).selectAll();
}

export async function listBook(
  db: Db,
  span: Span,
  proofs: RawBuilder<SqlBool>,
  request: PageRequest,
): Promise<{ data: CashBookEntry[]; nextCursor: string | null }> {
  const rows = book(db, span, proofs)
    .orderBy('tanggal', 'desc')
    .orderBy('type', 'desc')
    .orderBy('id', 'desc');
  // The book of a year is always whole unless pages are asked for: sums are checked against it.
  if (request.limit === undefined && request.cursor === undefined)
    return { data: await rows.execute(), nextCursor: null };
  const { behind, fetch } = pageOf(newestFirst, request);
  return cutPage(newestFirst, await rows.where(behind).limit(fetch).execute(), fetch);
}
