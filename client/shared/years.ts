/**
 * Years of a filter. Choosing the oldest one adds three earlier years, so that every past year can be
 * reached.
 */
export function yearsBackFrom(offered: readonly number[], chosen: number): number[] {
  const [first, last] = [Math.min(...offered), Math.max(...offered)];
  const from = chosen > first ? first : chosen - 3;
  return Array.from({ length: last - from + 1 }, (_, index) => from + index);
}
