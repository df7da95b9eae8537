import { type Period, shiftMonth } from '../../contract/format.ts';

/** The present instant; tests set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** The instant at which a calendar date (`YYYY-MM-DD`) begins in a time zone. */
export function startOfDay(date: string, timeZone: string): Date {
  const utc = new Date(`${date}T00:00:00Z`);
  return new Date(utc.getTime() - offsetAt(utc, timeZone));
}

/** By time zone: making one takes longer than all that a request does with it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return format;
}

/** Milliseconds that a zone's clocks are ahead of UTC. */
function offsetAt(instant: Date, timeZone: string): number {
  const name = offsetFormat(timeZone)
    .formatToParts(instant)
    .find((part) => part.type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(name ?? '') ?? [];
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -size : size;
}

/** The instant, ISO 8601 UTC, at which the estate's month begins. */
export function startOfMonth({ tahun, bulan }: Period, timeZone: string): string {
  return startOfDay(`${tahun}-${String(bulan).padStart(2, '0')}-01`, timeZone).toISOString();
}

/** The instant, ISO 8601 UTC, at which the month after this one begins. */
export function endOfMonth(period: Period, timeZone: string): string {
  return startOfMonth(shiftMonth(period, 1), timeZone);
}
