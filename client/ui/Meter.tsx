import css from './Meter.module.css';
import type { Tone } from './tone.ts';

interface Props {
  label: string;
  /** 0 to 1; a larger value is drawn as 1. */
  value: number;
  tone?: Tone | 'primary' | undefined;
  showValue?: boolean | undefined;
}

export function Meter({ label, value, tone = 'primary', showValue }: Props) {
  const percent = Math.round(value * 100);
  return (
    <div className={css.meter} data-tone={tone}>
      <div
        className={css.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, percent)}
        aria-valuetext={`${percent}%`}
      >
        <span className={css.fill} style={{ width: `${Math.min(100, percent)}%` }} />
      </div>
      {showValue && <span className="ui-tabular">{percent}%</span>}
    </div>
  );
}
