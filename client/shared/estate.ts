import { useSyncExternalStore } from 'react';
import { monthIn, monthKey, type Period } from '../../contract/format.ts';
import { defaultSettings, duesIn, getSettings, type Settings } from '../../contract/settings.ts';
import { useRead } from './queries.ts';

const useSettings = () => useRead('settings', getSettings, {});

/** The estate's settings; what an estate starts with while they load. */
export function useEstate(): Settings {
  return useSettings().data?.data ?? defaultSettings;
}

/** Whether `useEstate` tells of this estate: what people pay and where to must not be said by default. */
export function useEstateReading() {
  const { data, error, refetch } = useSettings();
  return { isRead: data !== undefined, error, retry: () => void refetch() };
}

/** Milliseconds. */
const minute = 60_000;

/** A page may stay open for weeks, and sleep over the end of a month. */
function subscribeToTime(changed: () => void): () => void {
  const tick = setInterval(changed, minute);
  document.addEventListener('visibilitychange', changed);
  return () => {
    clearInterval(tick);
    document.removeEventListener('visibilitychange', changed);
  };
}

/** The estate's month, wherever the browser is. */
export function useThisMonth(): Period {
  const { timeZone } = useEstate();
  const now = () => monthIn(timeZone, new Date());
  useSyncExternalStore(subscribeToTime, () => monthKey(now()));
  return now();
}

/** What a month costs, in rupiah: a change of the dues leaves earlier months as they were. */
export function useDues(): (month: Period) => number {
  const { duesHistory } = useEstate();
  return (month) => duesIn(duesHistory, month);
}
