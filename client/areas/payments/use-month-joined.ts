import { monthIn, type Period } from '../../../contract/format.ts';
import { useAuth } from '../../shared/auth.tsx';
import { useEstate } from '../../shared/estate.ts';

/** Month of the user's registration, in the estate's time zone: dues are owed from then on. */
export function useMonthJoined(): Period {
  const { user } = useAuth();
  return monthIn(useEstate().timeZone, new Date(user.created_at));
}
