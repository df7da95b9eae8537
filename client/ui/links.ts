/** Web addresses in texts written by users. */

export interface Link {
  /** Start and end within the text. */
  start: number;
  end: number;
  href: string;
  /** Displayed text: the address without its scheme, shortened. */
  label: string;
}

const longest = 48;
/** Without a scheme only the two that people shorten. Punctuation at the end of the sentence is not part of the address. */
const address = /(?:https?:\/\/|(?<![\w@./-])(?:www\.|wa\.me\/))[^\s<>"'`]*[^\s<>"'`.,;:!?…*_~]/giu;

export function findLinks(text: string): Link[] {
  return [...text.matchAll(address)].flatMap(({ 0: match, index: start }) => {
    const found = withoutLooseBracket(match);
    const url = urlOf(/^https?:/i.test(found) ? found : `https://${found}`);
    // `https://bank.co.id@elsewhere.example` leads to another host than it seems.
    if (!url || !url.hostname.includes('.') || url.username || url.password) return [];
    return { start, end: start + found.length, href: url.href, label: labelOf(url) };
  });
}

/** `URL.parse` is missing in browsers that `client/lib/builtins.ts` is for, and large to add. */
function urlOf(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** In "(lihat https://contoh.id)" the bracket belongs to the sentence. */
function withoutLooseBracket(found: string): string {
  const opened = found.split('(').length - 1;
  const closed = found.split(')').length - 1;
  return closed > opened && found.endsWith(')') ? found.slice(0, -1) : found;
}

/** The host in punycode, so that lookalike letters are visible. */
function labelOf({ host, pathname, search, hash }: URL): string {
  const rest = pathname + search + hash;
  const label = `${host}${rest === '/' ? '' : rest}`;
  return label.length > longest ? `${label.slice(0, longest - 1)}…` : label;
}
