import { sql } from 'kysely';
import type { LineStatus } from '../../../contract/statement-audit.ts';
import type { Db } from '../../database/open.ts';
import { cutPage, type Order, type PageRequest, pageOf } from '../../database/page.ts';
import type { Tx } from '../../database/write.ts';
import { payerIn } from '../../bank/mentions.ts';
import { unlearn } from './payer-queries.ts';

interface SortKey {
  id: number;
  tanggal: string;
}

const byDay = (descending: boolean): Order<SortKey> => ({
  name: descending ? 'mutasi-terbaru' : 'mutasi',
  columns: ['mutasi_bank.tanggal', 'mutasi_bank.id'],
  kinds: ['text', 'id'],
  descending,
  keyOf: ({ tanggal, id }) => [tanggal, id],
});
const oldestFirst = byDay(false);
const newestFirst = byDay(true);

export interface LineFilter {
  akun_id?: number | undefined;
  bulan?: string | undefined;
  status?: LineStatus | undefined;
  arah?: 'masuk' | 'keluar' | undefined;
}

const decider = sql<string | null>`(SELECT nama FROM users WHERE users.id = mutasi_bank.diputuskan_oleh)`.as(
  'diputuskan_oleh_nama',
);

const mostLines = 100;
const usualLines = 50;

export async function listLines(db: Db, { akun_id, bulan, status, arah }: LineFilter, request: PageRequest) {
  const order = status === 'terbuka' ? oldestFirst : newestFirst;
  const limit = Math.min(request.limit ?? usualLines, mostLines);
  const { behind, fetch } = pageOf(order, { ...request, limit });
  const direction = order.descending ? 'desc' : 'asc';
  const rows = await db
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
      decider,
    ])
    .$if(akun_id !== undefined, (query) => query.where('akun_id', '=', akun_id ?? 0))
    .$if(bulan !== undefined, (query) =>
      query.where('tanggal', '>=', `${bulan}-01`).where('tanggal', '<=', `${bulan}-31`),
    )
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'terbuka'))
    .$if(arah === 'masuk', (query) => query.where('jumlah', '>', 0))
    .$if(arah === 'keluar', (query) => query.where('jumlah', '<', 0))
    .where(behind)
    .orderBy('tanggal', direction)
    .orderBy('id', direction)
    .limit(fetch)
    .execute();
  return cutPage(order, rows, fetch);
}

/** Payments that these lines prove. */
export function listProven(db: Db, lines: readonly number[]) {
  return db
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
    ])
    .where('mutasi_pembayaran.mutasi_id', 'in', [0, ...lines])
    .orderBy('payments.id')
    .execute();
}

export function findLine(db: Db, id: number) {
  return db
    .selectFrom('mutasi_bank')
    .select(['id', 'akun_id', 'tanggal', 'jumlah', 'uraian', 'status', 'expense_id', 'penerimaan_id'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The record that a line was entered as. */
export type Entered = { expense_id: number } | { penerimaan_id: number };

interface LineDecision {
  from: readonly LineStatus[];
  to: LineStatus;
  by: number;
  record?: Entered | undefined;
}

const open = { status: 'terbuka', diputuskan_pada: null, diputuskan_oleh: null } as const;

/** False if it no longer has the status that the reader saw, or a record stands for it: a line is decided once. */
export async function decideLine(
  tx: Tx,
  id: number,
  { from, to, by, record }: LineDecision,
): Promise<boolean> {
  const decided =
    to === 'terbuka' ? open : { status: to, diputuskan_pada: tx.now, diputuskan_oleh: by, ...record };
  const row = await tx.db
    .updateTable('mutasi_bank')
    .set(decided)
    .where('id', '=', id)
    .where('status', 'in', from)
    .where('expense_id', 'is', null)
    .where('penerimaan_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The fee of a settlement. */
export async function attachExpense(tx: Tx, id: number, expense_id: number): Promise<void> {
  await tx.db.updateTable('mutasi_bank').set({ expense_id }).where('id', '=', id).execute();
}

export async function linkPayments(tx: Tx, mutasi_id: number, payments: readonly number[]): Promise<void> {
  await tx.db
    .insertInto('mutasi_pembayaran')
    .values(payments.map((payment_id) => ({ payment_id, mutasi_id })))
    .execute();
}

/** The line of a reversed payment no longer proves it; without other payments it is open again, and has taught nothing. */
export async function releaseLine(
  tx: Tx,
  { id: payment_id, user_id }: { id: number; user_id: number },
): Promise<void> {
  const link = await tx.db
    .deleteFrom('mutasi_pembayaran')
    .where('payment_id', '=', payment_id)
    .returning('mutasi_id')
    .executeTakeFirst();
  if (!link) return;
  const others = await tx.db
    .selectFrom('mutasi_pembayaran')
    .select('payment_id')
    .where('mutasi_id', '=', link.mutasi_id)
    .executeTakeFirst();
  if (others) return;
  // The line of a settlement whose fee is booked waits until that is reversed, too.
  if (!(await decideLine(tx, link.mutasi_id, { from: ['cocok'], to: 'terbuka', by: 0 }))) return;
  const pengirim = payerIn((await findLine(tx.db, link.mutasi_id))?.uraian ?? '');
  if (pengirim !== null) await unlearn(tx, pengirim, user_id);
  await tellReleased(tx, link.mutasi_id, 'cocok', { payment_id });
}

/** The line of spending or other income that is reversed, refused or withdrawn is open again, and proves no payments. */
export async function releaseEntered(tx: Tx, record: Entered): Promise<void> {
  const line = await tx.db
    .selectFrom('mutasi_bank')
    .select(['id', 'status'])
    .where((eb) => eb.and(record))
    .executeTakeFirst();
  if (!line) return;
  // Before the line, as a reversed payment leaves it: in another order the two would lock each other out.
  await tx.db.deleteFrom('mutasi_pembayaran').where('mutasi_id', '=', line.id).execute();
  await tx.db
    .updateTable('mutasi_bank')
    .set({ ...open, expense_id: null, penerimaan_id: null })
    .where('id', '=', line.id)
    .execute();
  await tellReleased(tx, line.id, line.status, record);
}

async function tellReleased(
  tx: Tx,
  id: number,
  status: LineStatus,
  record: Entered | { payment_id: number },
) {
  await tx.audit({
    aksi: 'line.released',
    entitas: 'lines',
    entitas_id: id,
    sebelum: { status },
    sesudah: { status: 'terbuka', ...record },
  });
  tx.changed('statements');
}
