import css from './Kawung.module.css';

export function Kawung() {
  return (
    <svg className={css.pattern} width="100%" height="100%" aria-hidden>
      <defs>
        <pattern
          id="kawung"
          width="72"
          height="72"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          {[0, 90, 180, 270].map((angle) => (
            <g key={angle} transform={`rotate(${angle} 36 36)`}>
              <path d={leaf} fill="none" stroke="currentColor" strokeWidth="1.25" />
              <circle cx="20" cy="20" r="1.75" fill="currentColor" />
            </g>
          ))}
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#kawung)" />
    </svg>
  );
}

const leaf = 'M34 34C18 33.500 4 22 3 3 22 4 33.500 18 34 34Z';
