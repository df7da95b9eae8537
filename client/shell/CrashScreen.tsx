import { Component, type ReactNode } from 'react';
import { reloadForNewVersion } from '../shared/new-version.ts';
import { CrashState } from '../ui/CrashState.tsx';

interface State {
  failed: boolean;
  error: unknown;
  isShown: boolean;
}

/**
 * Shown when rendering failed or a chunk could not be loaded. Renders nothing while a new version is being
 * looked for, because that reloads the page.
 */
export class CrashScreen extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false, error: null, isShown: false };

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error };
  }

  override componentDidCatch() {
    void reloadForNewVersion().then((mended) => this.setState({ isShown: !mended }));
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (!this.state.isShown) return null;
    return (
      <CrashState
        title="Halaman belum dapat ditampilkan"
        error={this.state.error}
        onRetry={() => location.reload()}
      />
    );
  }
}
