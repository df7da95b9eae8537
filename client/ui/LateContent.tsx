import { type ReactNode, startTransition, useEffect, useState } from 'react';

interface Props {
  /** In its place for the first paint. */
  waiting?: ReactNode;
  children: ReactNode;
}

/**
 * Drawn in slices after the layer around it has been painted: a dialog answers the finger at once, however much is in
 * it. The layer itself holds the focus until then.
 */
export function LateContent({ waiting, children }: Props) {
  const [painted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return painted ? children : waiting;
}

/** Answers how to cancel it. */
function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
