import type { CategoryKind } from '../../../contract/categories.ts';
import type { Tx } from '../../database/write.ts';
import { invalidFields } from '../../http/refusal.ts';
import { isActiveCategory } from './queries.ts';

/** @throws Refusal 422 for a name that no active category of this kind has */
export async function refuseUnknownCategory(tx: Tx, jenis: CategoryKind, kategori: string): Promise<void> {
  if (await isActiveCategory(tx, jenis, kategori)) return;
  throw invalidFields({ kategori: 'Kategori tidak ada atau sudah tidak dipakai. Pilih kategori lain.' });
}
