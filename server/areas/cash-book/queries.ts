import { sql } from 'kysely';
import type { Balance, CashBookEntry } from '../../../contract/cash-book.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from '../../database/open.ts';
import { allPages, cutPage, keyIn, type Order, type PageRequest, pageOf } from '../../database/page.ts';
import { inScope } from '../../database/scope.ts';

export async function readBalance(db: Db): Promise<Balance> {
  const totalPemasukan = await totalIncome(db);
  const { total } = await db
    .selectFrom('expenses')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('jumlah'), sql<number>`0`).as('total'))
    .where('dihapus_pada', 'is', null)
    .executeTakeFirstOrThrow();
  return { totalPemasukan, totalPengeluaran: total, saldo: totalPemasukan - total };
}

/** `banyak` counts confirmed payments, `jumlah` is their sum in rupiah. */
export function confirmedIncome(db: Db): Promise<{ banyak: number; jumlah: number }> {
  return db
    .selectFrom('income_by_month')
    .select([
      sql<number>`coalesce(sum(banyak), 0)`.as('banyak'),
      sql<number>`coalesce(sum(jumlah), 0)`.as('jumlah'),
    ])
    .executeTakeFirstOrThrow();
}

export const totalIncome = async (db: Db): Promise<number> => (await confirmedIncome(db)).jumlah;

/** Balance at the start of a day: income of earlier months is precomputed, that of the current month is summed here. */
export async function balanceBefore(db: Db, tanggal: string): Promise<number> {
  const total = sql<number>`coalesce(sum(jumlah), 0)`.as('total');
  const month = tanggal.slice(0, 'YYYY-MM'.length);
  const earlier = await db
    .selectFrom('income_by_month')
    .select(total)
    .where('bulan_kas', '<', month)
    .executeTakeFirstOrThrow();
  const thisMonth = await db
    .selectFrom('payments')
    .select(total)
    .where('tanggal_kas', '>=', `${month}-01`)
    .where('tanggal_kas', '<', tanggal)
    .executeTakeFirstOrThrow();
  const spending = await db
    .selectFrom('expenses')
    .select(total)
    .where('dihapus_pada', 'is', null)
    .where('tanggal_digunakan', '<', tanggal)
    .executeTakeFirstOrThrow();
  return earlier.total + thisMonth.total - spending.total;
}

/** Sums by month (1–12); key 0 holds the sum before the year. */
export type MonthlySums = ReadonlyMap<number, number>;

export async function sumByMonth(
  db: Db,
  tahun: number,
): Promise<{ income: MonthlySums; spending: MonthlySums }> {
  const month = sql<string>`substr(tanggal_digunakan, 1, 7)`;
  const income = db.selectFrom('income_by_month').select(['bulan_kas', 'jumlah']);
  const spending = db
    .selectFrom('expenses')
    .select([month.as('bulan_kas'), (eb) => eb.fn.sum<number>('jumlah').as('jumlah')])
    .where('dihapus_pada', 'is', null)
    .groupBy(month);
  return {
    income: ofYear(tahun, await income.execute()),
    spending: ofYear(tahun, await spending.execute()),
  };
}

function ofYear(tahun: number, rows: readonly { bulan_kas: string; jumlah: number }[]): MonthlySums {
  const sums = new Map<number, number>();
  for (const { bulan_kas, jumlah } of rows) {
    const [year, month] = bulan_kas.split('-').map(Number);
    if (year === undefined || year > tahun) continue;
    const bulan = year < tahun ? 0 : Number(month);
    sums.set(bulan, (sums.get(bulan) ?? 0) + jumlah);
  }
  return sums;
}

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

/** The same order, expressed in the columns of one of the two tables. */
const orderOf = (table: 'payments' | 'expenses'): Order<CashBookEntry> => ({
  ...newestFirst,
  columns:
    table === 'payments'
      ? ['payments.tanggal_kas', sql`'pemasukan'`, 'payments.id']
      : ['expenses.tanggal_digunakan', sql`'pengeluaran'`, 'expenses.id'],
});

const compareNewestFirst = (a: CashBookEntry, b: CashBookEntry) =>
  compare(b.tanggal, a.tanggal) || compare(b.type, a.type) || b.id - a.id;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function income(db: Db, span: Span, proofs: Scope) {
  return (
    db
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
        nullText.as('judul'),
        sql<string | null>`CASE WHEN ${inScope(proofs)} THEN payments.keterangan END`.as('deskripsi'),
        sql<string | null>`CASE WHEN ${inScope(proofs)} THEN payments.bukti_transfer END`.as(
          'bukti_transfer',
        ),
        nullText.as('foto'),
      ])
      // Implies status 'dikonfirmasi' and not deleted: enforced by table constraints.
      .where('payments.tanggal_kas', '>=', span.dari)
      .where('payments.tanggal_kas', '<=', span.sampai)
      .orderBy('payments.tanggal_kas', 'desc')
      .orderBy('payments.id', 'desc')
  );
}

function spending(db: Db, span: Span) {
  return db
    .selectFrom('expenses')
    .select([
      sql<CashBookEntry['type']>`'pengeluaran'`.as('type'),
      'expenses.id',
      'tanggal_digunakan as tanggal',
      'jumlah',
      'tahun',
      'bulan',
      nullText.as('nama'),
      nullText.as('blok'),
      sql<string | null>`judul`.as('judul'),
      sql<string | null>`deskripsi`.as('deskripsi'),
      nullText.as('bukti_transfer'),
      'foto',
    ])
    .where('dihapus_pada', 'is', null)
    .where('tanggal_digunakan', '>=', span.dari)
    .where('tanggal_digunakan', '<=', span.sampai)
    .orderBy('tanggal_digunakan', 'desc')
    .orderBy('expenses.id', 'desc');
}

const nullText = sql<string | null>`CAST(NULL AS TEXT)`;

/** Reads one page of each table by its own index, then merges them. */
export async function listBook(
  db: Db,
  span: Span,
  proofs: Scope,
  request: PageRequest,
): Promise<{ data: CashBookEntry[]; nextCursor: string | null }> {
  const { limit, cursor } = request;
  // Without `limit` the whole year is returned: clients check sums against it.
  if (limit === undefined && cursor === undefined) {
    const data = await allPages((each) => listBook(db, span, proofs, each));
    return { data, nextCursor: null };
  }
  const [payments, expenses] = [pageOf(orderOf('payments'), request), pageOf(orderOf('expenses'), request)];
  const { fetch } = payments;
  // The cursor key contains a constant (`type`), so an index cannot be used for it: limit the range by the date.
  const [day] = cursor === undefined ? [span.sampai] : keyIn(newestFirst, cursor);
  const rest = { dari: span.dari, sampai: String(day) < span.sampai ? String(day) : span.sampai };
  const rows = inOrder(
    await income(db, rest, proofs).where(payments.behind).limit(fetch).execute(),
    await spending(db, rest).where(expenses.behind).limit(fetch).execute(),
  );
  return cutPage(newestFirst, rows.slice(0, fetch), fetch);
}

const inOrder = (payments: CashBookEntry[], expenses: CashBookEntry[]) =>
  [...payments, ...expenses].toSorted(compareNewestFirst);
