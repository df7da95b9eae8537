import type { ComponentProps } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { Skeleton } from './Skeleton.tsx';

interface Props extends ComponentProps<typeof Skeleton> {
  of: { error: { message: string } | null; refetch(): unknown };
  /** Of the error. */
  title?: string;
}

/** In the place of what is still being read, or could not be. */
export const LoadState = ({ of: { error, refetch }, title, ...skeleton }: Props) =>
  error ? (
    <ErrorState title={title} message={error.message} onRetry={() => void refetch()} />
  ) : (
    <Skeleton {...skeleton} />
  );
