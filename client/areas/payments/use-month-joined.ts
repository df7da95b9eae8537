import { monthIn, type Period } from '../../../contract/format.ts';
import { useAuth } from '../../shared/auth.tsx';
import { useEstate } from '../../shared/estate.ts';

/** The estate's month in which one was registered: dues are owed from it on. */
export function useMonthJoined(): Period {
  const { user } = useAuth();
  return monthIn(useEstate().timeZone, new Date(user.created_at));
}
