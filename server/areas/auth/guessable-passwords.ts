import { readFileSync } from 'node:fs';

const list = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
);

export function isCommonPassword(password: string): boolean {
  return list.has(password.normalize('NFKC').toLowerCase());
}

/** Leetspeak substitutions; 1 and ! are ambiguous (i or l) and handled in `variantsOf`. */
const substitutions: Record<string, string> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };

const lettersOf = (value: string) =>
  value
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

const variantsOf = (password: string): string[] => {
  const plain = password.normalize('NFKC').replace(/[03457@$]/g, (sign) => substitutions[sign] ?? sign);
  return [password, plain.replace(/[1!]/g, 'i'), plain.replace(/[1!]/g, 'l')].map(lettersOf);
};

/** Shorter words are only compared with the whole password: as a substring they would match too many passwords. */
const minPartLength = 4;

export function holdsName(password: string, names: readonly string[]): boolean {
  const words = names
    .flatMap((name) => [name, ...name.split(/[^\p{L}\p{M}]+/u)])
    .map(lettersOf)
    .filter((word) => word !== '');
  return variantsOf(password).some((letters) =>
    words.some((word) => (word.length < minPartLength ? letters === word : letters.includes(word))),
  );
}
