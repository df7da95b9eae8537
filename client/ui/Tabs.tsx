import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { formatCount } from '../../contract/format.ts';
import type { Icon } from './icon.ts';
import css from './Tabs.module.css';

interface Props<Key extends string> {
  /** What is being switched: 'Bagian profil'. */
  label: string;
  tabs: readonly { key: Key; label: string; icon?: Icon | undefined; count?: number | undefined }[];
  active: Key;
  onChange: (key: Key) => void;
  /** The panel of the active tab. */
  children: ReactNode;
}

/** Arrow keys move between the tabs; the panel follows at once. */
export function Tabs<Key extends string>({ label, tabs, active, onChange, children }: Props<Key>) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex(({ key }) => key === active);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChange(next.key);
    document.getElementById(`${id}-${next.key}`)?.focus();
  };
  return (
    <div className={css.tabs}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs take the focus, one at a time */}
      <div className={css.list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ key, label: word, icon: Glyph, count }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            className={css.tab}
            aria-selected={key === active}
            aria-controls={`${id}-panel`}
            tabIndex={key === active ? 0 : -1}
            onClick={() => onChange(key)}
          >
            {Glyph && <Glyph size={19} stroke={1.9} aria-hidden />}
            {word}
            {count !== undefined && <span className={css.count}>{formatCount(count)}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`} className={css.panel}>
        {children}
      </div>
    </div>
  );
}
