import type { ReactNode } from 'react';
import { useEstateReading } from './estate.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

interface Props {
  /** As high as what comes, a CSS length. */
  height: string;
  children: ReactNode;
}

/** What states amounts or accounts: shown only once the estate's own settings have been read. */
export function EstateRead({ height, children }: Props) {
  const { isRead, error, retry } = useEstateReading();
  if (isRead) return children;
  return error ? <ErrorState message={error.message} onRetry={retry} /> : <Skeleton height={height} />;
}
