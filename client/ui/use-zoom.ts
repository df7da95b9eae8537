import { type PointerEvent, useEffect, useRef, useState } from 'react';

interface View {
  scale: number;
  /** Pixels from the middle of the stage. */
  x: number;
  y: number;
}
interface Point {
  x: number;
  y: number;
}

const rest: View = { scale: 1, x: 0, y: 0 };
const most = 6;
const swipe = 56;
const doubleTap = 300;

/**
 * Zoom and pan of one picture in its stage: wheel, pinch, double tap, drag; unzoomed, a sideways drag is a swipe.
 * `subject` names the picture; another one starts unzoomed.
 */
export function useZoom(subject: string | number | undefined, onSwipe: (direction: 1 | -1) => void) {
  const [view, setView] = useState(rest);
  const [seen, setSeen] = useState(subject);
  const [dragging, setDragging] = useState(false);
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const pointers = useRef(new Map<number, Point>());
  const began = useRef<Point & { at: number; many: boolean }>({ x: 0, y: 0, at: 0, many: false });
  const lastTap = useRef(0);

  if (seen !== subject) {
    setSeen(subject);
    setView(rest);
  }

  /** Seen from the middle of the stage. */
  const fromMiddle = ({ x, y }: Point): Point => {
    const box = stage?.getBoundingClientRect() ?? new DOMRect();
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
  };
  const held = (next: View): View => hold(next, stage);
  const zoomAt = (at: Point, factor: number) =>
    setView((now) => {
      const scale = Math.min(most, Math.max(1, now.scale * factor));
      const grown = scale / now.scale;
      return held({ scale, x: at.x - (at.x - now.x) * grown, y: at.y - (at.y - now.y) * grown });
    });

  useEffect(() => {
    if (!stage) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault(); // or the browser zooms the page
      const box = stage.getBoundingClientRect();
      const at = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
      setView((now) => {
        const scale = Math.min(most, Math.max(1, now.scale * Math.exp(-event.deltaY / 300)));
        const grown = scale / now.scale;
        return hold({ scale, x: at.x - (at.x - now.x) * grown, y: at.y - (at.y - now.y) * grown }, stage);
      });
    };
    stage.addEventListener('wheel', onWheel, { passive: false });
    return () => stage.removeEventListener('wheel', onWheel);
  }, [stage]);

  const onPointerDown = (event: PointerEvent) => {
    // A press on an arrow stays a press; a finger that starts there may still swipe.
    if (event.button !== 0 || (onButton(event) && event.pointerType === 'mouse')) return;
    if (!onButton(event)) event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const many = pointers.current.size > 1;
    if (!many) began.current = { x: event.clientX, y: event.clientY, at: event.timeStamp, many };
    else began.current.many = true;
    setDragging(true);
  };

  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (other) {
      const factor = distance(now, other) / Math.max(1, distance(before, other));
      zoomAt(fromMiddle({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }), factor);
    } else {
      const [dx, dy] = [now.x - before.x, now.y - before.y];
      setView((old) =>
        old.scale > 1 ? held({ ...old, x: old.x + dx, y: old.y + dy }) : { ...old, x: old.x + dx },
      );
    }
  };

  const onPointerUp = (event: PointerEvent) => {
    if (!pointers.current.delete(event.pointerId) || pointers.current.size > 0) return;
    setDragging(false);
    const { x, y, at, many } = began.current;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    setView(held);
    if (many) return;
    if (Math.hypot(dx, dy) < 8)
      return event.timeStamp - at < doubleTap && !onButton(event) ? tap(event) : undefined;
    if (view.scale === 1 && Math.abs(dx) > swipe && Math.abs(dx) > Math.abs(dy)) onSwipe(dx < 0 ? 1 : -1);
  };

  const tap = (event: PointerEvent) => {
    const twice = event.timeStamp - lastTap.current < doubleTap;
    lastTap.current = twice ? 0 : event.timeStamp;
    if (twice) zoomAt(fromMiddle({ x: event.clientX, y: event.clientY }), view.scale > 1 ? 0 : 2.5);
  };

  return {
    scale: view.scale,
    dragging,
    style: { transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` },
    /** Spread over the element around the picture. */
    stage: { ref: setStage, onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
    zoomIn: () => zoomAt({ x: 0, y: 0 }, 1.5),
    zoomOut: () => zoomAt({ x: 0, y: 0 }, 1 / 1.5),
    reset: () => setView(rest),
    pan: (dx: number, dy: number) => setView((now) => held({ ...now, x: now.x + dx, y: now.y + dy })),
    canZoomIn: view.scale < most,
    canZoomOut: view.scale > 1,
  };
}

/** Keeps the picture over the stage: never dragged out of sight, back to the middle when unzoomed. */
function hold(view: View, stage: HTMLElement | null): View {
  const image = stage?.querySelector('img');
  if (!stage || !image || view.scale <= 1) return rest;
  const reachX = Math.max(0, (image.offsetWidth * view.scale - stage.clientWidth) / 2);
  const reachY = Math.max(0, (image.offsetHeight * view.scale - stage.clientHeight) / 2);
  const within = (value: number, reach: number) => Math.min(reach, Math.max(-reach, value));
  return { scale: view.scale, x: within(view.x, reachX), y: within(view.y, reachY) };
}

function onButton(event: PointerEvent): boolean {
  return event.target instanceof Element && event.target.closest('button') !== null;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
