import { type CategoryKind, listCategories } from '../../contract/categories.ts';
import { useRead } from './queries.ts';

export const useCategories = () => useRead('settings', listCategories, {});

/** Names to choose from for something new. */
export function useActiveCategories(jenis: CategoryKind): string[] {
  const all = useCategories().data?.data ?? [];
  return all.filter((one) => one.jenis === jenis && one.aktif).map(({ nama }) => nama);
}
