import { type ReactNode, useEffect, useRef, useState } from 'react';
import css from './Page.module.css';
import { useWide } from './use-wide.ts';

/** Scroll offset in pixels that hides the label. */
const begun = 24;

/**
 * The page's main action. On phones it floats over the content; the label is only shown at the top of the
 * page and while it covers no other control.
 */
export function FloatingAction({ children }: { children: ReactNode }) {
  const wide = useWide();
  const box = useRef<HTMLDivElement>(null);
  const [collapsed, setCollapsed] = useState(false);
  useEffect(() => {
    const node = box.current;
    if (wide || !node) return;
    const { width, height } = node.getBoundingClientRect(); // including the label
    const look = () => setCollapsed(window.scrollY > begun || coversControl(node, width, height));
    const content = new ResizeObserver(look);
    content.observe(document.body);
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      content.disconnect();
      window.removeEventListener('scroll', look);
      setCollapsed(false);
    };
  }, [wide]);
  return (
    <div ref={box} className={css.action} data-collapsed={collapsed ? '' : undefined}>
      {children}
    </div>
  );
}

function coversControl(node: HTMLElement, width: number, height: number): boolean {
  const { right, bottom } = node.getBoundingClientRect();
  const shares = [0.04, 0.35, 0.65, 0.96];
  return shares.some((across) =>
    [0.05, 0.5, 0.95].some((down) =>
      document
        .elementsFromPoint(right - across * width, bottom - down * height)
        .some((under) => under.closest('main :is(button, a, input, select)') && !node.contains(under)),
    ),
  );
}
