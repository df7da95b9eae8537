import { expect, test } from 'vitest';
import { dateIn } from '../contract/format.ts';
import { endOfMonth, startOfDay, startOfMonth } from './clock.ts';

test.each([
  ['Asia/Jakarta', '2026-07-01', '2026-06-30T17:00:00.000Z', 'seven hours ahead of UTC'],
  ['Asia/Kathmandu', '2026-07-01', '2026-06-30T18:15:00.000Z', 'an offset of three quarters of an hour'],
  [
    'America/St_Johns',
    '2026-07-01',
    '2026-07-01T02:30:00.000Z',
    'half an hour, behind UTC, with summer time',
  ],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', 'the most ahead of all'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 'summer time begins at two'],
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z', 'the day after summer time began'],
  [
    'Australia/Sydney',
    '2028-10-01',
    '2028-09-30T14:00:00.000Z',
    'summer time begins on the first of a month',
  ],
  ['Australia/Sydney', '2029-04-01', '2029-03-31T13:00:00.000Z', 'summer time ends on the first of a month'],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', 'midnight is skipped'],
  ['Asia/Beirut', '2026-10-25', '2026-10-24T22:00:00.000Z', 'the hour before midnight comes twice'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 'the hour after midnight comes twice'],
])('%s: %s begins at %s (%s)', (timeZone, date, instant) => {
  const start = startOfDay(date, timeZone);
  expect(start.toISOString()).toBe(instant);
  expect(dateIn(timeZone, start)).toBe(date);
  expect(dateIn(timeZone, new Date(start.getTime() - 1)) < date).toBe(true);
});

test('days begin at their first instant in zones that change clocks at midnight', () => {
  const wrong: string[] = [];
  for (const timeZone of ['Asia/Beirut', 'Africa/Cairo', 'America/Santiago', 'America/Havana']) {
    const { format } = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
    for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2029, 0, 1); day += 86_400_000) {
      const date = new Date(day).toISOString().slice(0, 10);
      const start = startOfDay(date, timeZone).getTime();
      if (format(start) !== date || format(start - 1) >= date) wrong.push(`${timeZone} ${date}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('a month ends when the next one begins, also across a year', () => {
  expect(endOfMonth({ tahun: 2026, bulan: 12 }, 'Asia/Kathmandu')).toBe('2026-12-31T18:15:00.000Z');
  expect(startOfMonth({ tahun: 2027, bulan: 1 }, 'Asia/Kathmandu')).toBe('2026-12-31T18:15:00.000Z');
});
