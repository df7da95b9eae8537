import type { Ref } from 'react';
import { Button } from './Button.tsx';
import { ErrorState } from './ErrorState.tsx';
import css from './ListEnd.module.css';

export interface ListEndProps {
  /** Whether more rows exist, loaded or on the server. */
  more: boolean;
  sentinel: Ref<HTMLDivElement>;
  grow: () => void;
  loading: boolean;
  error: Error | null | undefined;
  onRetry: (() => void) | undefined;
}

interface Look {
  look?: 'quiet' | undefined;
  wide?: boolean | undefined;
  /** Whether the page has an ExportMenu, which the printed note then mentions. */
  exportable?: boolean | undefined;
}

/** End of a partly rendered list: grows when it comes near the viewport, or by its button. */
export function ListEnd({ exportable, ...end }: ListEndProps & Look) {
  if (!end.more) return null;
  return (
    <>
      <div className="ui-screen">
        <Growing {...end} />
      </div>
      <p className={css.onPaper}>
        Daftar ini belum lengkap.{' '}
        {exportable ? 'Pakai tombol Export untuk semuanya.' : 'Gulir sampai akhir, lalu cetak lagi.'}
      </p>
    </>
  );
}

function Growing({ sentinel, grow, loading, error, onRetry, look, wide }: ListEndProps & Look) {
  if (error) {
    return (
      <ErrorState
        title="Lanjutan daftar belum dapat dimuat"
        message={error.message}
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
