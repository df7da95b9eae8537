import { monthIn, type Period } from '../../contract/format.ts';
import { defaultSettings, duesIn, getSettings, type Settings } from '../../contract/settings.ts';
import { useRead } from './queries.ts';

/** The estate's settings; what an estate starts with while they load. */
export function useEstate(): Settings {
  return useRead('settings', getSettings, {}).data?.data ?? defaultSettings;
}

const monthNow = (timeZone: string) => monthIn(timeZone, new Date());

/** The estate's month, wherever the browser is. */
export function useThisMonth(): Period {
  return monthNow(useEstate().timeZone);
}

/** What a month costs, in rupiah: a change of the dues leaves earlier months as they were. */
export function useDues(): (month: Period) => number {
  const { duesHistory } = useEstate();
  return (month) => duesIn(duesHistory, month);
}
