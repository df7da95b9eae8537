/**
 * The years that a filter offers. Once the oldest is chosen, three more stand before it: an estate may be older than any
 * list of years, and every year of its past is to be reached.
 */
export function yearsBackFrom(offered: readonly number[], chosen: number): number[] {
  const [first, last] = [Math.min(...offered), Math.max(...offered)];
  const from = chosen > first ? first : chosen - 3;
  return Array.from({ length: last - from + 1 }, (_, index) => from + index);
}
