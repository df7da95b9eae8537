/** Amounts as the banks write them, in sen (hundredths of a rupiah), so that sums are exact. */

/** `Rp150.000,-` has no sen, `150.000-` is negative, and accountants write `(150.000)`. */
const written =
  /^([+-])?\s*(?:(?:Rp|IDR)\.?\s*)?([+-])?(\d[\d.,]*?)(?:[.,]-)?(?:(-)|\s*(CR|DB|CREDIT|DEBIT|K|D))?$/i;
const inParentheses = /^(?:(?:Rp|IDR)\.?\s*)?\((.+)\)$/i;
/** Two groups of digits apart by one separator: `150.643` are thousands, `150643.00` is a decimal point. */
const decimals = /[.,](\d{1,2})$/;
const grouped = /^\d{1,3}([.,])\d{3}(\1\d{3})*$/;
/** 99 trillion rupiah; sums of 20,000 such amounts in sen would still be refused before they lose digits. */
const mostDigits = 14;

/** Null for anything else, such as a formula. */
export function parseAmount(cell: string): number | null {
  const text = cell.trim().replace('\u2212', '-');
  const enclosed = inParentheses.exec(text)?.[1];
  const [, before = '', after = '', digits = '', behind = '', mark = ''] =
    written.exec(enclosed ?? text) ?? [];
  if (digits === '') return null;
  const fraction = decimals.exec(digits)?.[1] ?? '';
  const whole = fraction === '' ? digits : digits.slice(0, -fraction.length - 1);
  if (!/^\d+$/.test(whole) && !grouped.test(whole)) return null;
  const rupiah = whole.replace(/[.,]/g, '');
  if (rupiah.length > mostDigits) return null;
  const sen = Number(rupiah) * 100 + Number(fraction.padEnd(2, '0'));
  const isOut = [before, after, behind].includes('-') || (mark !== '' && isOutgoing(mark) === true);
  if (isOut && enclosed !== undefined) return null;
  return isOut || enclosed !== undefined ? 0 - sen : sen;
}

/** Of `CR`, `DB`, `K`, `D`; null for other words. */
export function isOutgoing(mark: string): boolean | null {
  if (/^(d|db|debit|debet)$/i.test(mark)) return true;
  return /^(k|cr|kredit|credit)$/i.test(mark) ? false : null;
}

/** Whole rupiah below it. */
export const rupiahOf = (sen: number) => Math.floor(sen / 100);
