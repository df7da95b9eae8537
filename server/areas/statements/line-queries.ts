import { type Selectable, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { LineStatus } from '../../../contract/statement-audit.ts';
import type { listStatementLines } from '../../../contract/statements.ts';
import type { Db } from '../../database/open.ts';
import { type Order, type PageRequest, readPage } from '../../database/page.ts';
import type { Schema } from '../../database/schema.ts';
import type { Tx } from '../../database/write.ts';

type SortKey = Pick<Selectable<Schema['mutasi_bank']>, 'id' | 'tanggal'>;

const byDay = (descending: boolean): Order<SortKey> => ({
  name: descending ? 'mutasi-terbaru' : 'mutasi',
  columns: ['mutasi_bank.tanggal', 'mutasi_bank.id'],
  kinds: ['text', 'id'],
  descending,
  keyOf: ({ tanggal, id }) => [tanggal, id],
});
const oldestFirst = byDay(false);
const newestFirst = byDay(true);

export type LineFilter = Omit<z.output<typeof listStatementLines.query>, keyof PageRequest>;

const decider = sql<string | null>`(SELECT nama FROM users WHERE users.id = mutasi_bank.diputuskan_oleh)`.as(
  'diputuskan_oleh_nama',
);

/** The fee that was kept back from a settlement; 0 for other lines. */
const fee = sql<number>`coalesce((SELECT expenses.jumlah FROM expenses
  WHERE expenses.id = mutasi_bank.expense_id AND mutasi_bank.jumlah > 0), 0)`;

/** What payments and other income hold of a line, in rupiah. */
const held = sql<number>`(coalesce((SELECT sum(payments.jumlah) FROM mutasi_pembayaran
    JOIN payments ON payments.id = mutasi_pembayaran.payment_id
    WHERE mutasi_pembayaran.mutasi_id = mutasi_bank.id), 0)
  + coalesce((SELECT penerimaan.jumlah FROM penerimaan WHERE penerimaan.id = mutasi_bank.penerimaan_id), 0))`;

/** What is left of an open line: payments hold more than a settlement brought, by its fee. */
export const rest = sql<number>`CASE WHEN mutasi_bank.status = 'terbuka'
  THEN mutasi_bank.jumlah + ${fee} - ${held} ELSE 0 END`;

const mostLines = 100;
const usualLines = 50;

export function listLines(db: Db, { akun_id, bulan, status, arah }: LineFilter, request: PageRequest) {
  const limit = Math.min(request.limit ?? usualLines, mostLines);
  const found = db
    .selectFrom('mutasi_bank')
    .select([
      'id',
      'akun_id',
      'tanggal',
      'jumlah',
      'uraian',
      'saldo',
      'referensi',
      'status',
      'diputuskan_pada',
      'expense_id',
      'penerimaan_id',
      decider,
      fee.as('biaya'),
      rest.as('sisa'),
    ])
    .$if(akun_id !== undefined, (query) => query.where('akun_id', '=', akun_id ?? 0))
    .$if(bulan !== undefined, (query) =>
      query.where('tanggal', '>=', `${bulan}-01`).where('tanggal', '<=', `${bulan}-31`),
    )
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'terbuka'))
    .$if(arah === 'masuk', (query) => query.where('jumlah', '>', 0))
    .$if(arah === 'keluar', (query) => query.where('jumlah', '<', 0));
  return readPage(found, status === 'terbuka' ? oldestFirst : newestFirst, { ...request, limit });
}

/** Payments that these lines prove. */
export async function listProven(db: Db, lines: readonly number[]) {
  const rows = await db
    .selectFrom('mutasi_pembayaran')
    .innerJoin('payments', 'payments.id', 'mutasi_pembayaran.payment_id')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .select([
      'mutasi_pembayaran.mutasi_id',
      'payments.id',
      'payments.user_id',
      'users.nama',
      'users.blok',
      'payments.tahun',
      'payments.bulan',
      'payments.jumlah',
      'mutasi_pembayaran.dibukukan',
    ])
    .where('mutasi_pembayaran.mutasi_id', 'in', [0, ...lines])
    .orderBy('payments.id')
    .execute();
  return rows.map((row) => ({ ...row, dibukukan: row.dibukukan === 1 }));
}

export function findLine(db: Db, id: number) {
  return db
    .selectFrom('mutasi_bank')
    .select(['id', 'akun_id', 'tanggal', 'jumlah', 'uraian', 'status', 'expense_id', 'penerimaan_id'])
    .select([fee.as('biaya'), rest.as('sisa')])
    .where('id', '=', id)
    .executeTakeFirst();
}
export type Line = NonNullable<Awaited<ReturnType<typeof findLine>>>;

/** When the last payment, spending or income of the line was undone. */
export async function lastReleased(db: Db, id: number): Promise<string | null> {
  const { at } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.max<string | null>('tanggal').as('at'))
    .where('entitas', '=', 'lines')
    .where('entitas_id', '=', id)
    .where('aksi', '=', 'line.released')
    .executeTakeFirstOrThrow();
  return at;
}

/** Nothing stands for a part of it. */
export const isWhole = ({ jumlah, sisa, expense_id, penerimaan_id }: Line) =>
  sisa === jumlah && expense_id === null && penerimaan_id === null;

/** Nobody else decides about the line, nor frees a part of it, until the transaction ends. */
export async function lockLine(tx: Tx, id: number): Promise<Line | undefined> {
  await tx.db
    .updateTable('mutasi_bank')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .execute();
  return await findLine(tx.db, id);
}

/** The record that a line was entered as. */
export type Entered = { expense_id: number } | { penerimaan_id: number };

const open = { status: 'terbuka', diputuskan_pada: null, diputuskan_oleh: null } as const;

/** Call it with the line locked. */
export async function decideLine(
  tx: Tx,
  id: number,
  { to, by, record }: { to: LineStatus; by: number; record?: Entered | undefined },
): Promise<void> {
  const decided =
    to === 'terbuka' ? open : { status: to, diputuskan_pada: tx.now, diputuskan_oleh: by, ...record };
  await tx.db.updateTable('mutasi_bank').set(decided).where('id', '=', id).execute();
}

/** The fee of a settlement. */
export async function attachExpense(tx: Tx, id: number, expense_id: number): Promise<void> {
  await tx.db.updateTable('mutasi_bank').set({ expense_id }).where('id', '=', id).execute();
}

/** @param booked those of the payments that were booked because the line was matched */
export async function linkPayments(
  tx: Tx,
  mutasi_id: number,
  payments: readonly number[],
  booked: readonly number[] = [],
): Promise<void> {
  const isBooked = new Set(booked);
  await tx.db
    .insertInto('mutasi_pembayaran')
    .values(
      payments.map((payment_id) => ({ payment_id, mutasi_id, dibukukan: isBooked.has(payment_id) ? 1 : 0 })),
    )
    .execute();
}

/** @returns the line that proved the payment */
export async function unlinkPayment(tx: Tx, payment_id: number): Promise<number | undefined> {
  const link = tx.db
    .deleteFrom('mutasi_pembayaran')
    .where('payment_id', '=', payment_id)
    .returning('mutasi_id');
  return (await link.executeTakeFirst())?.mutasi_id;
}

/** The line of a record that is undone; without its fee, a settlement no longer proves its payments. */
export async function detachRecord(
  tx: Tx,
  record: Entered,
): Promise<Pick<Line, 'id' | 'status'> | undefined> {
  const line = await tx.db
    .selectFrom('mutasi_bank')
    .select(['id', 'status'])
    .where((eb) => eb.and(record))
    .executeTakeFirst();
  if (!line) return undefined;
  const isFee = 'expense_id' in record;
  // Before the line, as a reversed payment leaves it: in another order the two would lock each other out.
  if (isFee) await tx.db.deleteFrom('mutasi_pembayaran').where('mutasi_id', '=', line.id).execute();
  await tx.db
    .updateTable('mutasi_bank')
    .set({ ...open, ...(isFee ? { expense_id: null } : { penerimaan_id: null }) })
    .where('id', '=', line.id)
    .execute();
  return line;
}
