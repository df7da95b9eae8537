import { type ReactNode, startTransition, useEffect, useState } from 'react';

interface Props {
  /** Fallback for the first paint. */
  waiting?: ReactNode;
  children: ReactNode;
}

/**
 * Renders its children after the surrounding layer has been painted, so that a dialog opens at once whatever
 * it contains.
 */
export function LateContent({ waiting, children }: Props) {
  const [painted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return painted ? children : waiting;
}

/** Returns the cancel function. */
function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
