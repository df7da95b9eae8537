import { useEffect, useRef } from 'react';
import type { Icon } from './icon.ts';
import css from './TabBar.module.css';

export interface TabBarItem {
  key: string;
  label: string;
  icon: Icon;
  count?: number | undefined;
}

interface Props {
  label: string;
  items: readonly TabBarItem[];
  active: string;
  /** The current page belongs to the active entry but is another page. */
  isPart?: boolean | undefined;
  onSelect: (key: string) => void;
  /** On touch, hover or focus: time to preload the page. */
  onApproach?: ((key: string) => void) | undefined;
}

/** Bottom bar of phones. Scrolls horizontally; the active entry is scrolled into view. */
export function TabBar({ label, items, active, isPart, onSelect, onApproach }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const index = items.findIndex(({ key }) => key === active);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const bar = list.current;
      const item = bar?.children[index];
      if (bar && item instanceof HTMLElement)
        bar.scrollTo({ left: item.offsetLeft - (bar.clientWidth - item.offsetWidth) / 2 });
    });
    return () => cancelAnimationFrame(frame);
  }, [index]);

  return (
    <nav className={css.bar} aria-label={label} data-ui-tabbar>
      <ul className={css.list} ref={list}>
        {items.map(({ key, label: word, icon: Glyph, count = 0 }) => (
          <li key={key}>
            <button
              type="button"
              className={css.item}
              aria-current={key === active ? (isPart ? 'true' : 'page') : undefined}
              onClick={() => onSelect(key)}
              onPointerEnter={() => onApproach?.(key)}
              onFocus={() => onApproach?.(key)}
            >
              <span className={css.icon}>
                <Glyph size={23} stroke={1.8} aria-hidden />
                {count > 0 && <span className={`ui-count ${css.count}`}>{count > 99 ? '99+' : count}</span>}
              </span>
              {word}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
