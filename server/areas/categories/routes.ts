import { isDeepStrictEqual } from 'node:util';
import * as contract from '../../../contract/categories.ts';
import { successes } from '../../../contract/successes.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import { definedFields } from '../../database/defined-fields.ts';
import type { Tx } from '../../database/write.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import * as queries from './queries.ts';

export function routes(context: Context) {
  const { db, write } = context;
  return [
    route(contract.listCategories, async () => ({ data: await queries.listCategories(db) })),
    route(contract.addCategory, ({ actor, body }) =>
      write(actor, async (tx) => {
        const category = await queries.insertCategory(tx, body);
        await auditCategory(tx, 'category.added', undefined, category);
        return category;
      }),
    ),
    route(contract.changeCategory, async ({ actor, params, body }) => ({
      data: await change(context, actor, params.id, definedFields(body)),
      message: successes.categoryChanged,
    })),
  ];
}

async function change(
  { write }: Context,
  actor: Author,
  id: number,
  changes: Partial<Pick<contract.Category, 'nama' | 'aktif'>>,
): Promise<contract.Category> {
  return await write(actor, async (tx) => {
    await tx.dialect.serialize(tx.db, 'settings');
    const before = found(await queries.lockCategory(tx, id));
    const after = { ...before, ...changes };
    if (before.baku && after.nama !== before.nama) throw new Refusal('category_fixed');
    if (before.nama === contract.otherCategory && !after.aktif) throw new Refusal('category_needed');
    if (isDeepStrictEqual(before, after)) return after;
    await queries.updateCategory(tx, after);
    await auditCategory(tx, 'category.changed', before, after);
    return after;
  });
}

async function auditCategory(
  tx: Tx,
  aksi: 'category.added' | 'category.changed',
  before: contract.Category | undefined,
  { id, jenis, nama, aktif }: contract.Category,
): Promise<void> {
  await tx.audit(aksi, 'kategori', id, {
    ...(before && { sebelum: { nama: before.nama, aktif: before.aktif } }),
    sesudah: { ...(before ? {} : { jenis }), nama, aktif },
  });
  tx.changed('settings');
}
