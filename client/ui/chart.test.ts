import { expect, test } from 'vitest';
import { scaleOf } from './chart.ts';

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
