const withDecimals = /^(.*)(,\d{0,2})$/;
/** Commas as thousands separators, or none. */
const withPoint = /^(.*(?:,\d{3}|\d{4}))\.\d{0,2}$/;

const currency = /^(?:rp|idr)(?![a-z])\.?|(?<![a-z])(?:rupiah|idr)$/gi;
const groupedBySpaces = /^\d{1,3}(?:\s\d{3})+(?:,\d{0,2})?$/;
/** `1.5` and `150.50`: neither thousands nor surely decimals. */
const unclear = /\.\d{1,2}$/;

/**
 * Reads `Rp 1.500.000,00`, `1500000,-`, `1,500,000.00` or `1500000.50`: digits of whole rupiah, and decimals as
 * typed. Null for `1,5jt` and whatever else would become another amount as digits.
 * @param isPart a figure from which something was deleted, so that its groups may be broken
 */
export function readAmount(entered: string, isPart = false): { whole: string; sen: string } | null {
  const amount = entered.trim().replace(currency, '').trim().replace(/-$/, '');
  const figure = groupedBySpaces.test(amount) ? amount.replace(/\s/g, '') : amount;
  if (/[^\d.,]/.test(figure)) return null;
  const [, whole = figure, sen = ''] = withDecimals.exec(figure) ?? withPoint.exec(figure) ?? [];
  if (!isPart && unclear.test(whole)) return null;
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
  /** Of the event. */
  inputType: string;
}

/** The amount after an edit of `before`, which consists of a grouped figure and decimals; null if it is not understood. */
export function applyEdit(before: { figure: string; sen: string }, { entered, caret, inputType }: Edit) {
  // Without the comma, the digits behind the caret are the former decimals.
  const text = before.sen && !entered.includes(',') ? entered.slice(0, caret) : entered;
  const amount = readAmount(text, before.figure !== '' && /^(?:delete|history)/.test(inputType));
  if (amount === null) return null;
  if (
    inputType === 'deleteContentBackward' &&
    amount.whole === digitsOf(before.figure) &&
    amount.sen === before.sen
  ) {
    const position = digitsOf(text.slice(0, caret)).length; // only a separator was deleted: delete the digit before it
    amount.whole = amount.whole.slice(0, position - 1) + amount.whole.slice(position);
  }
  return { ...amount, digitsAfter: digitsOf(text.slice(caret)).length };
}
