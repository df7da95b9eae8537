/** Line breaks, zero-width characters and bidi controls. Excludes the zero-width joiner, which emoji need. */
export const hidden =
  /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u180E\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u;

export const isOneLine = (value: string): boolean => !hidden.test(value);

/** Also rejects joiners and fillers. */
export const hasNoInvisibleCharacters = (value: string): boolean =>
  isOneLine(value) && !/\p{Default_Ignorable_Code_Point}/u.test(value);

/** Scripts allowed in names; scripts in one entry may be mixed. */
const scripts = [
  ['Latin'],
  ['Arabic'],
  ['Javanese'],
  ['Sundanese'],
  ['Balinese'],
  ['Batak'],
  ['Buginese'],
  ['Han', 'Hiragana', 'Katakana'],
  ['Hangul', 'Han'],
  ['Devanagari'],
  ['Tamil'],
  ['Thai'],
  ['Cyrillic'],
  ['Greek'],
  ['Hebrew'],
];

/** ASCII without letters, and the typographic quotes and dashes that word processors substitute. */
const common = '[ -@\\[-`{-~‘’“”–—·ʼ]';

const makePattern = () =>
  new RegExp(
    scripts
      .map((together) => {
        const ofThese = together.map((script) => `\\p{Script_Extensions=${script}}`).join('');
        return `^(?:${common}|(?=[\\p{L}\\p{M}])[${ofThese}\\p{Script=Inherited}])*$`;
      })
      .join('|'),
    'u',
  );
/** Created when first used: a cheap phone needs 20 ms for it. */
let pattern: RegExp | undefined;

/**
 * Letters of one script, with digits, spaces and punctuation. Prevents homographs: 'Budi' with a Cyrillic letter, or in
 * full-width letters, would look like another resident.
 */
export function isOfOneScript(value: string): boolean {
  pattern ??= makePattern();
  return pattern.test(value) && value.normalize('NFKC') === value.normalize('NFC');
}
