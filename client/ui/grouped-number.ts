const grouped = new Intl.NumberFormat('id-ID');
export const formatGrouped = (value: number): string => grouped.format(value);

const withDecimals = /^(.*)(,\d{0,2})$/;
/** Commas as thousands separators, or none. */
const withPoint = /^(.*(?:,\d{3}|\d{4}))\.\d{0,2}$/;

/**
 * Reads `Rp 1.500.000,00`, `1500000,-`, `1,500,000.00` or `1500000.50`: digits of whole rupiah, and decimals as
 * typed.
 */
export function readAmount(entered: string): { whole: string; sen: string } {
  const figure = entered.replace(/[^\d.,]/g, '');
  const [, whole = figure, sen = ''] = withDecimals.exec(figure) ?? withPoint.exec(figure) ?? [];
  return { whole: digitsOf(whole), sen };
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Caret position with `digitsAfter` digits to its right; not left of a separator, so that Backspace hits a digit. */
export function caretAt(text: string, digitsAfter: number): number {
  let at = text.length;
  for (let left = digitsAfter; at > 0 && left > 0; at--) if (isDigit(text[at - 1])) left--;
  if (at < text.length) while (at > 0 && !isDigit(text[at - 1])) at--;
  return at;
}

const isDigit = (character = '') => /\d/.test(character);

interface Edit {
  entered: string;
  caret: number;
  /** Whether a single Backspace caused the edit. */
  isBackspace: boolean;
}

/** The amount after an edit of `before`, which consists of a grouped figure and decimals. */
export function applyEdit(before: { figure: string; sen: string }, { entered, caret, isBackspace }: Edit) {
  // Without the comma, the digits behind the caret are the former decimals.
  const text = before.sen && !entered.includes(',') ? entered.slice(0, caret) : entered;
  const amount = readAmount(text);
  if (isBackspace && amount.whole === digitsOf(before.figure) && amount.sen === before.sen) {
    const position = digitsOf(text.slice(0, caret)).length; // only a separator was deleted: delete the digit before it
    amount.whole = amount.whole.slice(0, position - 1) + amount.whole.slice(position);
  }
  return { ...amount, digitsAfter: digitsOf(text.slice(caret)).length };
}
