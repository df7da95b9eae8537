import { type CategoryKind, categoryTitle, listCategories } from '../../contract/categories.ts';
import { useRead } from './queries.ts';

export const useCategories = () => useRead('settings', listCategories, {});

export const categoryOption = (nama: string) => ({ value: nama, label: categoryTitle(nama) });

/** To choose from for something new. */
export function useActiveCategories(jenis: CategoryKind) {
  const all = useCategories().data?.data ?? [];
  return all.filter((one) => one.jenis === jenis && one.aktif).map(({ nama }) => categoryOption(nama));
}
