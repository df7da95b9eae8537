/** Seeded random numbers: the demo data are the same on every start. */

export interface Random {
  /** 0 ≤ x < 1 */
  next(): number;
  /** Both bounds inclusive. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
  /** 16 characters, for names of stored files. */
  word(): string;
}

const letters = Array.from('abcdefghijklmnopqrstuvwxyz234567');

export function makeRandom(seed: string): Random {
  let state = [...seed].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619),
    2_166_136_261,
  );
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
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
    chance: (probability) => next() < probability,
    shuffled: (list) =>
      list
        .map((item) => ({ item, rank: next() }))
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ item }) => item),
    word: () => Array.from({ length: 16 }, () => pick(letters)).join(''),
  };
}
