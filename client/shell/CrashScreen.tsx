import { Component, type ReactNode } from 'react';
import { reloadForNewVersion } from '../shared/new-version.ts';
import { ErrorState } from '../ui/ErrorState.tsx';

interface Props {
  children: ReactNode;
}

/**
 * Instead of an empty page: a part of the app could not be fetched, or a screen failed. Nothing is said while a new
 * version is being looked for, which would mend it.
 */
export class CrashScreen extends Component<Props, { failed: boolean; told: boolean }> {
  override state = { failed: false, told: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    void reloadForNewVersion().then((mended) => this.setState({ told: !mended }));
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (!this.state.told) return null;
    return (
      <ErrorState
        title="Halaman belum dapat ditampilkan"
        message="Periksa sambungan internet Anda, lalu muat ulang halaman ini."
        onRetry={() => location.reload()}
      />
    );
  }
}
