import { monthIn, type Period } from '../../contract/format.ts';
import { defaultSettings, getSettings, type Settings } from '../../contract/settings.ts';
import { useRead } from './queries.ts';

/** The estate's settings; what an estate starts with while they load. */
export function useEstate(): Settings {
  return useRead('settings', getSettings, {}).data?.data ?? defaultSettings;
}

/** The estate's month, wherever the browser is. */
export function useThisMonth(): Period {
  return monthIn(useEstate().timeZone, new Date());
}
