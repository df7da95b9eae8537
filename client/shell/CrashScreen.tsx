import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/ErrorState.tsx';

interface Props {
  children: ReactNode;
}

/** Instead of an empty page: a part of the app could not be fetched, or a screen failed. */
export class CrashScreen extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ErrorState
        title="Halaman belum bisa ditampilkan"
        message="Periksa sambungan internet Anda, lalu muat ulang halaman ini."
        onRetry={() => location.reload()}
      />
    );
  }
}
