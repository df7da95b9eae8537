/** Parses search terms. A record matches if every word matches, in any order. */

export const longestSearch = 100;
export const mostWords = 10;

/** Lower case, without accents. The server folds stored text the same way before comparing. */
export const fold = (text: string) => text.normalize('NFKD').replace(accents, '').toLowerCase();
const accents = /[\u0300-\u036f]/g;

export const wordsOf = (q: string): string[] =>
  fold(q)
    .split(/[\s\p{Cf}]+/u)
    .map((word) => word.replace(/^[,;]+(?=.)|(?<=.)[,;]+$/g, ''))
    .filter((word) => word !== '');

/** Forms of address and prefixes of houses, which people type but most records do not contain. */
const courtesies = new Set(['bu', 'ibu', 'pak', 'bapak', 'bpk', 'mas', 'mbak', 'blok', 'rumah']);

/** "blok" stays before a letter alone, which would occur in nearly every name. */
export function withoutCourtesies(words: readonly string[]): readonly string[] {
  const meaningful = words.filter(
    (word, index) => !courtesies.has(word) || isLetterOfBlock(word, words[index + 1] ?? ''),
  );
  return meaningful.length > 0 ? meaningful : words;
}

const isLetterOfBlock = (word: string, next: string) => word === 'blok' && /^[a-z]$/.test(next);

const isHouse = /^[a-z]\d{1,3}$/;
const isDoor = /^\d{1,3}$/;
const isDigits = /^\+?[\d().-]*\d[\d().-]*$/;

/** Groups adjacent words that may be one value: a block (`blok a`), a house (`a2 2`) or a phone (`0812 3456`). */
export function groupsOf(words: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    const last = group?.at(-1) ?? '';
    const isOne =
      group?.length === 1 && isHouse.test(last)
        ? isDoor.test(word)
        : isLetterOfBlock(last, word) ||
          (isDigits.test(last) && isDigits.test(word) && !isHouse.test(group?.[0] ?? ''));
    if (group && isOne) group.push(word);
    else groups.push([word]);
  }
  return groups;
}

/** Part of a house number in stored notation, null for other words. `dashed`: it contains the stored dash. */
export function houseIn(word: string): { piece: string; dashed: boolean } | null {
  const piece = word.replace(/[./]|\p{Pd}/gu, '-');
  if (!/^(?:[a-z]\d{0,6}|\d{1,3}|[a-z]?\d{0,3}-\d{0,3})$/.test(piece)) return null;
  return { piece, dashed: piece.includes('-') };
}

/** Fewer digits would match nearly every number. */
const fewestDigits = 3;

/** Alternative substrings to find in stored phone numbers (08…); empty for other words. */
export function phonesIn(word: string): string[] {
  const digits = word.replace(/\D/g, '');
  if (!isDigits.test(word) || digits.length < fewestDigits) return [];
  const local = digits.replace(/^62(?:0(?=8))?/, '0');
  if (word.startsWith('+')) return [local];
  return local === digits ? [digits] : [digits, local];
}
