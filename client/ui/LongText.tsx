import { useState } from 'react';
import css from './LongText.module.css';

/** Beyond these a text is shown in part. */
const longest = { characters: 280, lines: 5 };

/** What a person wrote, line breaks kept; a long text opens on demand. */
export function LongText({ children: text, of }: { children: string; of: string }) {
  const [whole, setWhole] = useState(false);
  const preview = previewOf(text);
  if (preview === text) return <p className={css.text}>{text}</p>;
  return (
    <div>
      <p className={css.text}>{whole ? text : `${preview}…`}</p>
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

function previewOf(text: string): string {
  const start = text.split('\n').slice(0, longest.lines).join('\n');
  const characters = [...start].slice(0, longest.characters).join('');
  return characters === text ? text : characters.replace(/[\s.,;:]+$/, '');
}
