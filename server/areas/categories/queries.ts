import type { Category, CategoryKind } from '../../../contract/categories.ts';
import type { Db } from '../../database/open.ts';
import type { Tx } from '../../database/write.ts';

const categories = (db: Db) => db.selectFrom('kategori').select(['id', 'jenis', 'nama', 'baku', 'aktif']);

const categoryOf = ({ baku, aktif, ...row }: Omit<Category, 'baku' | 'aktif'> & Record<Flag, 0 | 1>) => ({
  ...row,
  baku: baku === 1,
  aktif: aktif === 1,
});
type Flag = 'baku' | 'aktif';

export async function listCategories(db: Db): Promise<Category[]> {
  const rows = await categories(db).orderBy('baku', 'desc').orderBy('id').execute();
  return rows.map(categoryOf);
}

export async function lockCategory(tx: Tx, id: number): Promise<Category | undefined> {
  const row = await tx.dialect.forShare(categories(tx.db).where('id', '=', id)).executeTakeFirst();
  return row && categoryOf(row);
}

/** Locked until the end of the transaction: nothing is recorded under a name that has just been given up. */
export async function isActiveCategory(tx: Tx, jenis: CategoryKind, nama: string): Promise<boolean> {
  const active = categories(tx.db).where('jenis', '=', jenis).where('nama', '=', nama).where('aktif', '=', 1);
  return (await tx.dialect.forShare(active).executeTakeFirst()) !== undefined;
}

export async function insertCategory(
  tx: Tx,
  category: { jenis: CategoryKind; nama: string },
): Promise<Category> {
  const row = await tx.db
    .insertInto('kategori')
    .values({ ...category, baku: 0, aktif: 1 })
    .returning(['id', 'jenis', 'nama', 'baku', 'aktif'])
    .executeTakeFirstOrThrow();
  return categoryOf(row);
}

export async function updateCategory(tx: Tx, { id, nama, aktif }: Category): Promise<void> {
  await tx.db
    .updateTable('kategori')
    .set({ nama, aktif: aktif ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}
