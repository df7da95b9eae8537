import { Component, type ReactNode } from 'react';
import { reloadForNewVersion } from '../shared/new-version.ts';
import { ErrorState } from '../ui/ErrorState.tsx';

/**
 * Shown when rendering failed or a chunk could not be loaded. Renders nothing while a new version is being
 * looked for, because that reloads the page.
 */
export class CrashScreen extends Component<{ children: ReactNode }, { failed: boolean; isShown: boolean }> {
  override state = { failed: false, isShown: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    void reloadForNewVersion().then((mended) => this.setState({ isShown: !mended }));
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (!this.state.isShown) return null;
    return (
      <ErrorState
        title="Halaman belum dapat ditampilkan"
        message="Periksa sambungan internet Anda, lalu muat ulang halaman ini."
        onRetry={() => location.reload()}
      />
    );
  }
}
