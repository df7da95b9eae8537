const tooOld = 2 * 24 * 60 * 60 * 1_000;

/** A date far in the future comes from a wrong clock and does not prove a recent backup. */
export function isLate(last: string, now: Date): boolean {
  return Math.abs(now.getTime() - Date.parse(last)) > tooOld;
}
