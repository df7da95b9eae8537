import { type Period, shiftMonth } from '../contract/format.ts';

export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export type Pause = (milliseconds: number) => Promise<unknown>;

/**
 * First instant of a calendar date (`YYYY-MM-DD`) in a time zone. If the offset changes around midnight,
 * there are two candidates, and the earlier one may still belong to the day before.
 */
export function startOfDay(date: string, timeZone: string): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const [first, second] = [-1, 1]
    .map((days) => midnight - offsetAt(new Date(midnight + days * day), timeZone))
    .toSorted((a, b) => a - b)
    .map((time) => new Date(time));
  const isThatDay = (instant: Date) => instant.getTime() + offsetAt(instant, timeZone) >= midnight;
  return first && isThatDay(first) ? first : (second ?? new Date(midnight));
}

const day = 24 * 60 * 60 * 1_000;

/** @param days negative for an instant before */
export const daysAfter = (instant: string | Date, days: number): string =>
  new Date(new Date(instant).getTime() + days * day).toISOString();

/** Cached by time zone: creating an Intl.DateTimeFormat is slow. */
const formats = new Map<string, Intl.DateTimeFormat>();

function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return format;
}

function offsetAt(instant: Date, timeZone: string): number {
  const name = offsetFormat(timeZone)
    .formatToParts(instant)
    .find((part) => part.type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(name ?? '') ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -size : size;
}

export function startOfMonth({ tahun, bulan }: Period, timeZone: string): string {
  return startOfDay(`${tahun}-${String(bulan).padStart(2, '0')}-01`, timeZone).toISOString();
}

/** ISO 8601 UTC, exclusive. */
export function endOfMonth(period: Period, timeZone: string): string {
  return startOfMonth(shiftMonth(period, 1), timeZone);
}
