import { expect, test } from 'vitest';
import { isSettlement, proposeSettled } from './settlements.ts';

const slip = (id: number, hari: string, jumlah: number) => ({
  pembayaran: [id],
  user_id: id,
  nama: 'Budi',
  blok: 'A1',
  bulan: ['2026-07'],
  jumlah,
  hari,
});
const slips = [slip(1, '2026-07-13', 100_000), slip(2, '2026-07-12', 150_000), slip(3, '2026-07-11', 70_000)];
const proposed = (received: number) => proposeSettled(slips, received).map(({ user_id }) => user_id);

test.each([
  ['one day', 149_000, [2]],
  ['several days up to one', 219_000, [2, 3]],
  ['all days', 320_000, [1, 2, 3]],
  ['no days', 200_000, []],
])('the slips of %s are proposed', (_, received, expected) => {
  expect(proposed(received)).toEqual(expected);
});

test('of several days that fit, the slips of the newest are proposed', () => {
  const [older, newer] = [slip(1, '2026-07-11', 100_000), slip(2, '2026-07-13', 100_000)];
  const between = slip(3, '2026-07-12', 70_000);
  for (const slips of [
    [older, newer, between],
    [newer, between, older],
  ])
    expect(proposeSettled(slips, 99_500)).toEqual([newer]);
});

test('a fee is from nothing to two percent of what was paid', () => {
  const paid = 100_000;
  for (const received of [98_000, 100_000]) expect(isSettlement(paid, received)).toBe(true);
  for (const received of [97_999, 100_001]) expect(isSettlement(paid, received)).toBe(false);
});
