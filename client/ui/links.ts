/** Addresses of the web within what people wrote. */

export interface Link {
  /** Where it begins and ends within the text. */
  start: number;
  end: number;
  href: string;
  /** What is shown: the host first, without what only machines read. */
  label: string;
}

const longest = 48;
/** What ends a sentence is not part of the address in it. */
const address = /https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?…*_~]/giu;

export function findLinks(text: string): Link[] {
  return [...text.matchAll(address)].flatMap(({ 0: match, index: start }) => {
    const found = withoutLooseBracket(match);
    const url = URL.parse(found);
    // `https://bank.co.id@elsewhere.example` leads elsewhere.
    if (!url || !url.hostname.includes('.') || url.username || url.password) return [];
    return { start, end: start + found.length, href: url.href, label: labelOf(url) };
  });
}

/** "(lihat https://contoh.id)" ends with a bracket of the sentence. */
function withoutLooseBracket(found: string): string {
  const opened = found.split('(').length - 1;
  const closed = found.split(')').length - 1;
  return closed > opened && found.endsWith(')') ? found.slice(0, -1) : found;
}

/** The host as the browser reads it, so that letters that look alike are seen. */
function labelOf({ host, pathname, search, hash }: URL): string {
  const rest = pathname + search + hash;
  const label = `${host}${rest === '/' ? '' : rest}`;
  return label.length > longest ? `${label.slice(0, longest - 1)}…` : label;
}
