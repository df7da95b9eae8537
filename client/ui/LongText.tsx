import { type ReactNode, useState } from 'react';
import css from './LongText.module.css';
import { findLinks, type Link } from './links.ts';

/** Longer texts are collapsed. */
const longest = { characters: 280, lines: 5 };

/** Text written by a user, with line breaks and links; a long one is collapsed. */
export function LongText({ children: text, of }: { children: string; of: string }) {
  const [whole, setWhole] = useState(false);
  const links = findLinks(text);
  const end = endOfPreview(text, links);
  const shown = whole || end === text.length ? text : text.slice(0, end).replace(/[\s.,;:]+$/, '');
  const words = (
    <p className={css.text}>
      {withLinks(shown, links)}
      {shown === text ? '' : '…'}
    </p>
  );
  if (end === text.length) return words;
  return (
    <div>
      {words}
      <button
        type="button"
        className={css.more}
        aria-expanded={whole}
        aria-label={`${whole ? 'Ringkas' : 'Selengkapnya'}, ${of}`}
        onClick={() => setWhole(!whole)}
      >
        {whole ? 'Ringkas' : 'Selengkapnya'}
      </button>
    </div>
  );
}

/** A link is never truncated, because it would lead elsewhere. */
function endOfPreview(text: string, links: readonly Link[]): number {
  const start = text.split('\n').slice(0, longest.lines).join('\n');
  const end = [...start].slice(0, longest.characters).join('').length;
  const cut = links.find((link) => link.start < end && link.end > end);
  if (!cut) return end;
  return cut.start > 0 ? cut.start : cut.end;
}

function withLinks(text: string, links: readonly Link[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { start, end, href, label } of links) {
    if (end > text.length) break;
    parts.push(
      text.slice(at, start),
      <a
        key={start}
        className={css.link}
        href={href}
        title={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        {label}
        <span className="ui-unseen"> (tab baru)</span>
      </a>,
    );
    at = end;
  }
  return [...parts, text.slice(at)];
}
