import { monthIn, type Period, shiftMonth } from '../../contract/format.ts';
import { startOfMonth } from '../clock.ts';
import type { Random } from './random.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

export const historyMonths = 24;

/** `start` and `end` in milliseconds since 1970. The current month ends now. */
interface Month extends Period {
  start: number;
  end: number;
}

export type Calendar = ReturnType<typeof makeCalendar>;

export function makeCalendar(now: Date, timeZone: string) {
  const thisMonth = monthIn(timeZone, now);
  const startOf = (period: Period) => Date.parse(startOfMonth(period, timeZone));
  const months = Array.from({ length: historyMonths }, (_, index): Month => {
    const period = shiftMonth(thisMonth, index - historyMonths + 1);
    return {
      ...period,
      start: startOf(period),
      end: Math.min(startOf(shiftMonth(period, 1)), now.getTime()),
    };
  });
  const monthAt = (index: number): Month => {
    const found = months[index];
    if (!found) throw new Error(`the history has no month ${index}`);
    return found;
  };
  const monthOf = (instant: number) => months.findLast((month) => month.start <= instant) ?? monthAt(0);
  const dayIn = (month: Month, instant: number) => Math.floor((instant - month.start) / day);
  const wakingHour = (random: Random) => random.between(6 * 60 * 60, 21 * 60 * 60 + 1_800) * 1_000;

  return {
    now,
    months,
    /** Random daytime instant in a month; `share` (0–1) is the position within its elapsed part. */
    moment: (index: number, share: number, random: Random) => {
      const month = monthAt(index);
      const passed = month.start + share * (month.end - month.start);
      const waking = month.start + dayIn(month, passed) * day + wakingHour(random);
      return new Date(waking < month.end ? waking : passed);
    },
    /** Random daytime instant some days later, but never in the future. */
    later: (instant: Date, days: number, random: Random) => {
      const target = instant.getTime() + days * day;
      const month = monthOf(target);
      const waking = month.start + dayIn(month, target) * day + wakingHour(random);
      const wanted = waking > instant.getTime() ? waking : target;
      return new Date(wanted < now.getTime() ? wanted : (instant.getTime() + now.getTime()) / 2);
    },
    longAgo: (random: Random) =>
      new Date(monthAt(0).start - random.between(1, 1_400) * day + wakingHour(random)),
    dateOf: (instant: Date) => {
      const month = monthOf(instant.getTime());
      const two = (value: number) => String(value).padStart(2, '0');
      return `${month.tahun}-${two(month.bulan)}-${two(dayIn(month, instant.getTime()) + 1)}`;
    },
  };
}
