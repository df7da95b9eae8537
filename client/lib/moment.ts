/**
 * The moment before which everything on this page was read (`momentHeader`): until the server can be heard, it is told
 * once by this. From then on changes are heard as they come.
 */
let oldest: string | null = null;
/** Two processes that number their moments each for itself may have answered. */
let isOne = true;

export function noteMoment(moment: string | null): void {
  if (moment === null) return;
  oldest ??= moment;
  const [series, place] = partsOf(moment);
  const [seriesOfOldest, placeOfOldest] = partsOf(oldest);
  if (series !== seriesOfOldest) isOne = false;
  else if (place < placeOfOldest) oldest = moment;
}

/** Null when nothing was read, or nobody can say. */
export const oldestMoment = () => (isOne ? oldest : null);

function partsOf(moment: string): [string, number] {
  const [series = '', place] = moment.split('.');
  return [series, Number(place)];
}
