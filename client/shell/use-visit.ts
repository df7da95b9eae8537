import { useNavigation } from '../shared/navigation.tsx';
import { confirmLeaving } from '../ui/confirm.ts';

/** Opens a page that news leads to; asks first if what was typed in the present one would be lost. */
export function useVisit(): (page: string) => Promise<void> {
  const { page, open } = useNavigation();
  return async (next) => {
    if (next === page) return;
    if (await confirmLeaving()) open(next);
  };
}
