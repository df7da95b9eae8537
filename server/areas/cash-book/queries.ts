/** SQL about the cash book: confirmed payments and expenses as one book. */
import { sql } from 'kysely';
import type { Balance, CashBookEntry } from '../../../contract/cash-book.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Db } from '../../platform/db/open.ts';
import { cutPage, keyIn, type Order, type PageRequest, pageOf } from '../../platform/db/page.ts';
import { prepared, preparedInScope } from '../../platform/db/prepared.ts';
import { inScope } from '../../platform/db/scope.ts';

export async function readBalance(db: Db): Promise<Balance> {
  const totalPemasukan = await totalIncome(db);
  const { total } = await db
    .selectFrom('expense_sums')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('jumlah'), sql<number>`0`).as('total'))
    .executeTakeFirstOrThrow();
  return { totalPemasukan, totalPengeluaran: total, saldo: totalPemasukan - total };
}

export async function totalIncome(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('income_sums')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('jumlah'), sql<number>`0`).as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Sums by month of a year, 1–12; under 0 what was before the year. */
export type MonthlySums = ReadonlyMap<number, number>;

export async function sumByMonth(
  db: Db,
  tahun: number,
): Promise<{ income: MonthlySums; spending: MonthlySums }> {
  const sums = async (table: 'income_sums' | 'expense_sums'): Promise<MonthlySums> => {
    const rows = await db
      .selectFrom(table)
      .select([monthOf(tahun).as('month'), (eb) => eb.fn.sum<number>('jumlah').as('total')])
      .where('bulan_kas', '>', '')
      .where('bulan_kas', '<=', `${tahun}-12`)
      .groupBy('month')
      .execute();
    return new Map(rows.map(({ month, total }) => [month, total]));
  };
  return { income: await sums('income_sums'), spending: await sums('expense_sums') };
}

const monthOf = (tahun: number) =>
  sql<number>`CASE WHEN bulan_kas < ${sql.lit(`${tahun}-01`)} THEN 0
    ELSE CAST(substr(bulan_kas, 6, 2) AS INTEGER) END`;

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

/** The same order in the terms of one of the two tables. */
const of = (table: 'payments' | 'expenses'): Order<CashBookEntry> => ({
  ...newestFirst,
  columns:
    table === 'payments'
      ? ['payments.tanggal_kas', sql`'pemasukan'`, 'payments.id']
      : ['expenses.tanggal_digunakan', sql`'pengeluaran'`, 'expenses.id'],
});

const laterFirst = (a: CashBookEntry, b: CashBookEntry) =>
  compare(b.tanggal, a.tanggal) || compare(b.type, a.type) || b.id - a.id;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** @param proofs of the people whose proofs and notes the reader may see */
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
        nothing.as('judul'),
        sql<string | null>`CASE WHEN ${inScope(proofs)} THEN payments.keterangan END`.as('deskripsi'),
        sql<string | null>`CASE WHEN ${inScope(proofs)} THEN payments.bukti_transfer END`.as(
          'bukti_transfer',
        ),
        nothing.as('foto'),
      ])
      // Only what is confirmed has such a day: the table sees to it.
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
      nothing.as('nama'),
      nothing.as('blok'),
      sql<string | null>`judul`.as('judul'),
      sql<string | null>`deskripsi`.as('deskripsi'),
      nothing.as('bukti_transfer'),
      'foto',
    ])
    .where('dihapus_pada', 'is', null)
    .where('tanggal_digunakan', '>=', span.dari)
    .where('tanggal_digunakan', '<=', span.sampai)
    .orderBy('tanggal_digunakan', 'desc')
    .orderBy('expenses.id', 'desc');
}

const nothing = sql<string | null>`CAST(NULL AS TEXT)`;

type Beginning = { dari: string; sampai: string; fetch: number | undefined };

const readIncome = preparedInScope((db, proofs, { fetch, ...span }: Beginning) =>
  income(db, span, proofs).$if(fetch !== undefined, (query) => query.limit(fetch ?? 0)),
);

const readSpending = prepared((db, { fetch, ...span }: Beginning) =>
  spending(db, span).$if(fetch !== undefined, (query) => query.limit(fetch ?? 0)),
);

/** Each kind is read along its own index, as far as the page may need it. */
export async function listBook(
  db: Db,
  span: Span,
  proofs: Scope,
  request: PageRequest,
): Promise<{ data: CashBookEntry[]; nextCursor: string | null }> {
  if (request.cursor !== undefined) return await listBehind(db, span, proofs, request, request.cursor);
  // The book of a year is always whole unless pages are asked for: sums are checked against it.
  const isWhole = request.limit === undefined;
  const { fetch } = pageOf(newestFirst, request);
  const beginning = { ...span, fetch: isWhole ? undefined : fetch };
  const rows = inOrder(await readIncome(db, proofs, beginning), await readSpending(db, beginning));
  return isWhole ? { data: rows, nextCursor: null } : cutPage(newestFirst, rows.slice(0, fetch), fetch);
}

async function listBehind(db: Db, span: Span, proofs: Scope, request: PageRequest, cursor: string) {
  const [payments, expenses] = [pageOf(of('payments'), request), pageOf(of('expenses'), request)];
  const { fetch } = payments;
  // The key's middle is no column: only its day leads into the indexes.
  const [day = span.sampai] = keyIn(newestFirst, cursor);
  const rest = { dari: span.dari, sampai: String(day) < span.sampai ? String(day) : span.sampai };
  const rows = inOrder(
    await income(db, rest, proofs).where(payments.behind).limit(fetch).execute(),
    await spending(db, rest).where(expenses.behind).limit(fetch).execute(),
  );
  return cutPage(newestFirst, rows.slice(0, fetch), fetch);
}

const inOrder = (payments: CashBookEntry[], expenses: CashBookEntry[]) =>
  [...payments, ...expenses].toSorted(laterFirst);
