import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCompact, scaleOf } from './chart.ts';

test.each([
  [[0, 0], [0]],
  [[], [0]],
  [
    [0, 1],
    [1, 0],
  ],
  [
    [450_000, 0],
    [500_000, 400_000, 300_000, 200_000, 100_000, 0],
  ],
  [
    [-3, 0],
    [0, -1, -2, -3],
  ],
])('the axis of %j has the figures %j', (values, ticks) => {
  const scale = scaleOf(values);
  expect(scale.ticks.map((tick) => tick + 0)).toEqual(ticks);
  expect(scale.ticks.map(scale.up).every((up) => up >= 0 && up <= 100)).toBe(true);
});

test('figures of an axis are shortened as Indonesian does', () => {
  const known = new Intl.NumberFormat('id-ID', { notation: 'compact', maximumFractionDigits: 1 });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e13, max: 1e13 })), (values) => {
      for (const tick of scaleOf(values).ticks) expect(formatCompact(tick)).toBe(known.format(tick + 0));
    }),
  );
  expect([500, 15e6, 1.5e9].map(formatCompact)).toEqual(['500', '15\u00a0jt', '1,5\u00a0M']);
});
