import { type ReactNode, useEffect, useRef } from 'react';
import type { Icon } from './icon.ts';
import css from './SideNav.module.css';

interface Props {
  label: string;
  header: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** Sidebar of wide screens, 256 px; icons only on low screens. */
export function SideNav({ label, header, footer, children }: Props) {
  return (
    <div className={css.side}>
      <div className={css.header}>{header}</div>
      <nav className={css.items} aria-label={label}>
        {children}
      </nav>
      {footer && <div className={css.footer}>{footer}</div>}
    </div>
  );
}

interface ItemProps {
  icon: Icon;
  label: string;
  /** 'page': the current page; true: the current page belongs to it. */
  active?: boolean | 'page' | undefined;
  onClick: () => void;
  /** On hover, focus or touch: time to preload the page. */
  onApproach?: (() => void) | undefined;
}

export function NavItem({ icon: Glyph, label, active, onClick, onApproach }: ItemProps) {
  const item = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (active) item.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <button
      ref={item}
      type="button"
      className={css.item}
      title={label}
      aria-current={active || undefined}
      onClick={onClick}
      onPointerEnter={onApproach}
      onFocus={onApproach}
    >
      <Glyph size={21} stroke={1.8} aria-hidden />
      <span className={`ui-rest ${css.itemLabel}`}>{label}</span>
    </button>
  );
}
