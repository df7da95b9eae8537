import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Milliseconds, as of the opening. */
const duration = 180;

/**
 * Most dialogs are removed at the moment they close. What they showed stays for that long, lifeless, and fades: React removes
 * only the outermost element, whose children may stay without it. Returns the ref for that element.
 */
export function useFarewell(): RefObject<HTMLDivElement | null> {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => () => {
      if (layer.current && !matchMedia('(prefers-reduced-motion: reduce)').matches) fade(layer.current);
    },
    [],
  );
  return layer;
}

function fade(layer: HTMLElement): void {
  const shown = layer.cloneNode() as HTMLElement;
  shown.inert = true;
  const scrolled = Array.from(layer.querySelectorAll('*'), (node) => [node, node.scrollTop] as const);
  shown.append(...layer.childNodes);
  document.body.append(shown);
  for (const [node, top] of scrolled) if (top > 0) node.scrollTop = top; // lost by the move
  shown.animate({ opacity: 0 }, { duration, fill: 'forwards' }).onfinish = () => shown.remove();
}
