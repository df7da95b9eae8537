import type { Ref } from 'react';
import { Button } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';
import css from './ListEnd.module.css';

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
  /** Whether the page has an ExportMenu. */
  exportable?: boolean | undefined;
}

/** Under a list of which not everything is drawn: it grows by itself when this comes near, or by the button. */
export function ListEnd({ exportable, ...end }: ListEndProps & Look) {
  if (!end.more) return null;
  return (
    <>
      <div className={css.onScreen}>
        <Growing {...end} />
      </div>
      <p className={css.onPaper}>
        Daftar ini belum lengkap.{' '}
        {exportable ? 'Unduh Export untuk semuanya.' : 'Gulir sampai akhir, lalu cetak lagi.'}
      </p>
    </>
  );
}

function Growing({ sentinel, grow, loading, error, onRetry, look, wide }: ListEndProps & Look) {
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
