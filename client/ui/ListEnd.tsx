import type { Ref } from 'react';
import { Button } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';

/** From `useGrowingWindow`. */
export interface ListEndProps {
  /** Whether rows follow: to be drawn, or on the server. */
  more: boolean;
  sentinel: Ref<HTMLDivElement>;
  grow: () => void;
  loading: boolean;
  /** Truthy when they could not be read. */
  error: unknown;
  onRetry: (() => void) | undefined;
}

interface Look {
  look?: 'quiet' | undefined;
  wide?: boolean | undefined;
}

/** Under a list of which not everything is drawn: it grows by itself when this comes near, or by the button. */
export function ListEnd({ more, sentinel, grow, loading, error, onRetry, look, wide }: ListEndProps & Look) {
  if (!more) return null;
  if (error) {
    return (
      <ErrorState
        title="Lanjutan daftar belum dapat dimuat"
        message={error instanceof Error && error.message ? error.message : undefined}
        onRetry={onRetry}
        retrying={loading}
      />
    );
  }
  return (
    <div ref={sentinel}>
      <Button look={look} wide={wide} busy={loading} onClick={grow}>
        Muat lagi
      </Button>
    </div>
  );
}
