import { sql } from 'kysely';
import type { Expense } from '../../../contract/expenses.ts';
import type { Db } from '../../database/open.ts';
import { cutPage, newestFirst, type PageRequest, pageOf } from '../../database/page.ts';
import type { Tx } from '../../database/write.ts';

const order = newestFirst<{ id: number }>('expenses');

function expenses(db: Db, tahun?: number) {
  return db
    .selectFrom('expenses')
    .innerJoin('users', 'users.id', 'expenses.admin_id')
    .select([
      'expenses.id',
      'expenses.tahun',
      'expenses.bulan',
      'expenses.jumlah',
      'expenses.judul',
      'expenses.deskripsi',
      'expenses.tanggal_digunakan',
      'expenses.tanggal_dibuat',
      'expenses.foto',
      'users.nama as admin_nama',
    ])
    .where('expenses.dihapus_pada', 'is', null)
    .$if(tahun !== undefined, (query) => query.where('expenses.tahun', '=', tahun ?? 0))
    .orderBy('expenses.id', 'desc');
}

export async function listExpenses(db: Db, request: PageRequest, tahun?: number) {
  const { behind, fetch } = pageOf(order, request);
  return cutPage(order, await expenses(db, tahun).where(behind).limit(fetch).execute(), fetch);
}

export function listWholeYear(db: Db, tahun: number): Promise<Expense[]> {
  return expenses(db, tahun).execute();
}

export async function sumOfYear(db: Db, tahun: number): Promise<number> {
  const { total } = await db
    .selectFrom('expenses')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('jumlah'), sql<number>`0`).as('total'))
    .where('tahun', '=', tahun)
    .where('dihapus_pada', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

export function findExpense(db: Db, id: number): Promise<Expense | undefined> {
  return expenses(db).where('expenses.id', '=', id).executeTakeFirst();
}

export interface NewExpense {
  tahun: number;
  bulan: number;
  jumlah: number;
  judul: string;
  deskripsi: string;
  tanggal_digunakan: string;
  foto: string;
  admin_id: number;
}

export async function insertExpense(tx: Tx, expense: NewExpense): Promise<number> {
  const { id } = await tx.db
    .insertInto('expenses')
    .values({ ...expense, tanggal_dibuat: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function findByPhoto(db: Db, foto: string) {
  return db.selectFrom('expenses').select('dihapus_pada').where('foto', '=', foto).executeTakeFirst();
}
