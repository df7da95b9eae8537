import { useEffect, useEffectEvent } from 'react';
import { onBackClose } from '../lib/history.ts';
import { ignoreSecondClick } from '../lib/second-click.ts';

const layers: { close(): void }[] = [];

const closeTop = () => layers.at(-1)?.close();

function onKey(event: KeyboardEvent) {
  if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) closeTop();
}

function listen(on: boolean) {
  if (on) window.addEventListener('keydown', onKey);
  else window.removeEventListener('keydown', onKey);
  onBackClose(on ? closeTop : null);
}

/**
 * Escape (and Back on phones) closes only the topmost open layer. Call the returned function when it has
 * closed.
 */
export function addLayer(close: () => void): () => void {
  const layer = { close };
  if (layers.push(layer) === 1) listen(true);
  ignoreSecondClick();
  return () => {
    const at = layers.indexOf(layer);
    if (at >= 0) layers.splice(at, 1);
    if (layers.length === 0) listen(false);
    ignoreSecondClick();
  };
}

export function useEscape(active: boolean, onEscape: () => void): void {
  const close = useEffectEvent(onEscape);
  useEffect(() => (active ? addLayer(() => close()) : undefined), [active]);
}
