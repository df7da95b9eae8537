import { useSyncExternalStore } from 'react';
import { dateIn, monthIn, monthKey, monthOf, type Period } from '../../contract/format.ts';
import { defaultSettings, duesIn, getSettings, type Settings } from '../../contract/settings.ts';
import { useRead } from './queries.ts';

export const useSettings = () => useRead('settings', getSettings, {});

/** The estate's settings; the defaults of a new estate while they load. */
export function useEstate(): Settings {
  return useSettings().data?.data ?? defaultSettings;
}

/** Whether `useEstate` holds loaded values: amounts and accounts must not be shown from defaults. */
export function useEstateStatus() {
  const { data, error, refetch } = useSettings();
  return { isRead: data !== undefined, error, retry: () => void refetch() };
}

const minute = 60_000;

/** A page may stay open across the end of a day or month, or wake up after it. */
function subscribeToTime(changed: () => void): () => void {
  const tick = setInterval(changed, minute);
  document.addEventListener('visibilitychange', changed);
  return () => {
    clearInterval(tick);
    document.removeEventListener('visibilitychange', changed);
  };
}

/** The current month in the estate's time zone, not the browser's. */
export function useThisMonth(): Period {
  const { timeZone } = useEstate();
  return monthOf(useSyncExternalStore(subscribeToTime, () => monthKey(monthIn(timeZone, new Date()))));
}

/** Today in the estate's time zone. A form that starts with this day keeps it after midnight. */
export function useToday(): string {
  const { timeZone } = useEstate();
  return useSyncExternalStore(subscribeToTime, () => dateIn(timeZone, new Date()));
}

/** Dues of a month in rupiah. Changed dues apply from their month on. */
export function useDues(): (month: Period) => number {
  const { duesHistory } = useEstate();
  return (month) => duesIn(duesHistory, month);
}
