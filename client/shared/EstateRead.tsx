import type { ReactNode } from 'react';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useEstateStatus } from './estate.ts';

interface Props {
  /** Height of the skeleton, a CSS length. */
  height: string;
  children: ReactNode;
}

/**
 * Renders children that show amounts or accounts only after the estate's settings have loaded, so that no
 * defaults are shown.
 */
export function EstateRead({ height, children }: Props) {
  const { isRead, error, retry } = useEstateStatus();
  if (isRead) return children;
  return error ? <ErrorState message={error.message} onRetry={retry} /> : <Skeleton height={height} />;
}
