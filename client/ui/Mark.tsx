/** The logo; decorative, since the name stands beside it. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden>
      <rect width="48" height="48" rx="13" fill="#12645a" />
      <path d={leaf} fill="#f7f4ee" />
      <path d={leaf} fill="#f7f4ee" transform="rotate(90 24 24)" />
      <path d={leaf} fill="#f7f4ee" transform="rotate(180 24 24)" />
      <path d={leaf} fill="#f2b632" transform="rotate(270 24 24)" />
    </svg>
  );
}

const leaf = 'M22.6 22.6C14.5 22.4 8.6 17.6 8.2 8.2 17.6 8.6 22.4 14.5 22.6 22.6Z';
