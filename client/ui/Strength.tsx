import css from './Strength.module.css';

const steps = [
  { word: 'Terlalu pendek', tone: 'danger' },
  { word: 'Lemah', tone: 'danger' },
  { word: 'Cukup', tone: 'warning' },
  { word: 'Kuat', tone: 'success' },
] as const;

/** 0 to 3, by length, kinds of characters and repetition. */
function strengthOf(password: string): 0 | 1 | 2 | 3 {
  if (password.length < 6) return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\dA-Za-z]/].filter((kind) => kind.test(password)).length;
  const varied = new Set(password.toLowerCase()).size;
  const points = Math.min(password.length, varied * 1.6) + kinds * 1.5;
  if (points >= 15) return 3;
  return points >= 11 ? 2 : 1;
}

export function Strength({ password }: { password: string }) {
  const level = strengthOf(password);
  const step = steps[level];
  const shown = password !== '';
  return (
    <div className={css.strength} data-tone={shown ? step.tone : 'neutral'}>
      <div className={css.bars} aria-hidden>
        {[0, 1, 2].map((bar) => (
          <span key={bar} data-on={shown && bar < Math.max(level, 1) ? '' : undefined} />
        ))}
      </div>
      <p role="status">{shown ? `Kekuatan password: ${step.word}` : 'Minimal 6 karakter'}</p>
    </div>
  );
}
