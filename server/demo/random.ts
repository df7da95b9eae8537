/** Seeded random numbers: the demo data are the same on every start. */

const letters = Array.from('abcdefghijklmnopqrstuvwxyz234567');

export type Random = ReturnType<typeof makeRandom>;

export function makeRandom(seed: string) {
  let state = [...seed].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619),
    2_166_136_261,
  );
  /** 0 ≤ x < 1 */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** Both bounds inclusive. */
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[between(0, list.length - 1)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  };
  return {
    next,
    between,
    pick,
    chance: (probability: number) => next() < probability,
    shuffled: <T>(list: readonly T[]) =>
      list
        .map((item) => ({ item, rank: next() }))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ item }) => item),
    /** 16 characters, for names of stored files. */
    word: () => Array.from({ length: 16 }, () => pick(letters)).join(''),
  };
}
