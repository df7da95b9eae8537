import { useEffect, useRef } from 'react';

const layers: { close(): void }[] = [];

function onKey(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
  layers.at(-1)?.close();
}

/** Escape closes the topmost open layer only: the question above the dialog above the viewer. */
export function useEscape(active: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    if (!active) return;
    const layer = { close: () => latest.current() };
    if (layers.push(layer) === 1) window.addEventListener('keydown', onKey);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) window.removeEventListener('keydown', onKey);
    };
  }, [active]);
}
