import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Icon } from './icon.ts';
import css from './MenuButton.module.css';

export interface MenuEntry {
  label: string;
  icon?: Icon | undefined;
  onSelect: () => void;
}

interface Props {
  /** The button itself, drawn with what opens and describes the menu. */
  renderButton: (props: Trigger) => ReactNode;
  entries: readonly MenuEntry[];
}

interface Trigger {
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
}

/** A short menu under a button; arrow keys, Home, End, Escape and a click elsewhere do what they should. */
export function MenuButton({ renderButton, entries }: Props) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!opened) return;
    const outside = (event: PointerEvent) => !box.current?.contains(event.target as Node) && setOpened(false);
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [opened]);

  const close = () => {
    setOpened(false);
    document.getElementById(id)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const items = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab') return setOpened(false);
    if (event.key === 'Escape') {
      event.stopPropagation(); // closes the menu, not the dialog around it
      return close();
    }
    if (to === undefined) return;
    event.preventDefault();
    items.at(to % items.length)?.focus();
  };

  return (
    <div className={css.box} ref={box} role="presentation" onKeyDown={opened ? onKeyDown : undefined}>
      {renderButton({
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        onClick: () => setOpened(!opened),
      })}
      {opened && (
        <div className={css.menu} role="menu" aria-labelledby={id} ref={keepInSight}>
          {entries.map(({ label, icon: Glyph, onSelect }, index) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={css.entry}
              ref={(node) => {
                if (index === 0) node?.focus();
              }}
              onClick={() => {
                close();
                onSelect();
              }}
            >
              {Glyph && <Glyph size={20} stroke={1.8} aria-hidden />}
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Opens to the right from its button's left edge, or the other way when that would leave the screen. */
function keepInSight(menu: HTMLElement | null) {
  if (menu && menu.getBoundingClientRect().right > document.documentElement.clientWidth - 8)
    menu.dataset.end = '';
}
