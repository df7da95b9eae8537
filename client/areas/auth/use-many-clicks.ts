import { useRef } from 'react';

/** Calls `act` at the last of `clicks` clicks within `within` milliseconds. */
export function useManyClicks({ clicks, within }: { clicks: number; within: number }, act: () => void) {
  const times = useRef<number[]>([]);
  return () => {
    const now = Date.now();
    times.current = [...times.current.filter((time) => now - time < within), now];
    if (times.current.length < clicks) return;
    times.current = [];
    act();
  };
}
