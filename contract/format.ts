export const defaultTimeZone = 'Asia/Jakarta';

// What a first screen shows is not formatted by Intl: creating the first format of a page takes a cheap phone 50 ms.

/** `1.234`, of whole numbers. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, '.');

/** Whole rupiah: `Rp 100.000`, `-Rp 50.000`. */
export function formatRupiah(amount: number): string {
  return `${amount < 0 ? '-' : ''}Rp ${formatCount(Math.abs(amount))}`;
}

/** Millions with one decimal: `1,2M`. */
export function formatMillions(amount: number): string {
  const [whole, tenth] = (Math.abs(amount) / 1_000_000).toFixed(1).split('.');
  return `${amount < 0 ? '-' : ''}${formatCount(Number(whole))},${tenth}M`;
}

export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 100) / whole); // multiply first: 69 / 120 * 100 is 57.49… in floating point

const monthNames = [
  'Januari',
  'Februari',
  'Maret',
  'April',
  'Mei',
  'Juni',
  'Juli',
  'Agustus',
  'September',
  'Oktober',
  'November',
  'Desember',
] as const;

export function monthName(month: number): string {
  return monthNames[month - 1] ?? '';
}

export function formatMonth(period: { tahun: number; bulan: number }): string {
  return `${monthName(period.bulan)} ${period.tahun}`;
}

/** @param value calendar date (`2026-11-05`) or instant (`…Z`); returns `5 November 2026` or `5 Nov 2026` */
export function formatDate(
  value: string,
  timeZone: string = defaultTimeZone,
  month: 'long' | 'short' = 'long',
): string {
  const isCalendarDate = value.length === 10;
  const date = new Date(isCalendarDate ? `${value}T00:00:00Z` : value);
  return dateFormat(month, isCalendarDate ? 'UTC' : timeZone).format(date);
}

/** An instant: `5 Nov 2026, 14.03`. */
export function formatDateTime(instant: string, timeZone: string = defaultTimeZone): string {
  return dateFormat('minute', timeZone).format(new Date(instant));
}

const dateShapes = {
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  minute: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  iso: { day: '2-digit', month: '2-digit', year: 'numeric' },
} as const;

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating an Intl.DateTimeFormat costs more than rendering a list row. */
function dateFormat(shape: keyof typeof dateShapes, timeZone: string): Intl.DateTimeFormat {
  const key = `${shape} ${timeZone}`;
  const locale = shape === 'iso' ? 'en-CA' : 'id-ID';
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, { ...dateShapes[shape], timeZone });
  dateFormats.set(key, format);
  return format;
}

/** `0 Bytes`, `1,50 KB`; 1 KB = 1,024 bytes. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} Bytes`;
  const units = ['KB', 'MB', 'GB'];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toLocaleString('id-ID', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${units[unit]}`;
}

/** @param value in the form of a date: false for the 30th of February */
export function isCalendarDate(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** @param date `YYYY-MM-DD` */
export const shiftDay = (date: string, by: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);

/** Hours ahead of UTC, all year round. */
const zonesOfIndonesia: Partial<Record<string, number>> = {
  'Asia/Jakarta': 7,
  'Asia/Pontianak': 7,
  'Asia/Makassar': 8,
  'Asia/Jayapura': 9,
};

/** A calendar date: `2026-11-05`. */
export function dateIn(timeZone: string, instant: Date): string {
  const hours = zonesOfIndonesia[timeZone];
  if (hours === undefined) return dateFormat('iso', timeZone).format(instant);
  return new Date(instant.getTime() + hours * 3_600_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** Hour of the day (0–23). */
export const hourIn = (timeZone: string, instant: Date): number =>
  Number(instant.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }));

export interface Period {
  tahun: number;
  bulan: number;
}

export function monthIn(timeZone: string, instant: Date): Period {
  return monthOf(dateIn(timeZone, instant));
}

/** `YYYY-MM`; string order is chronological order. */
export const monthKey = ({ tahun, bulan }: Period) => `${tahun}-${String(bulan).padStart(2, '0')}`;

/** @param key `YYYY-MM` or `YYYY-MM-DD` */
export function monthOf(key: string): Period {
  const [tahun = 0, bulan = 0] = key.split('-').map(Number);
  return { tahun, bulan };
}

/** Consecutive numbers of months, for distances and comparisons. */
export const monthIndex = ({ tahun, bulan }: Period) => tahun * 12 + (bulan - 1);

export const monthOfIndex = (index: number): Period => ({
  tahun: Math.floor(index / 12),
  bulan: (index % 12) + 1,
});

export const shiftMonth = (month: Period, by: number): Period => monthOfIndex(monthIndex(month) + by);
