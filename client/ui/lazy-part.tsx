import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';

interface Frame {
  waiting?: ReactNode;
  /** Rendered when loading failed; without it, `waiting` stays and loading is repeated automatically. */
  failed?: (again: () => void, error: unknown) => ReactNode;
}

interface State<Props> {
  Part: ComponentType<Props>;
  failed: boolean;
  error: unknown;
}

/** Milliseconds before a failed load is repeated. */
const retryDelay = 10_000;

/**
 * A lazily loaded component whose loading error affects nothing else. `React.lazy` alone remembers a failure
 * forever.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const create = (): ComponentType<Props> => lazy(load);
  let latest = create();
  return class LatePart extends Component<Props & Frame, State<Props>> {
    override state: State<Props> = { Part: latest, failed: false, error: null };

    static getDerivedStateFromError(error: unknown) {
      return { failed: true, error };
    }

    override componentDidCatch() {
      if (latest === this.state.Part) latest = create();
    }

    again = () => this.setState({ Part: latest, failed: false, error: null });

    override render() {
      const { waiting, failed, ...own } = this.props;
      const { Part } = this.state;
      if (!this.state.failed) {
        return (
          <Suspense fallback={waiting}>
            <Part {...(own as unknown as Props)} />
          </Suspense>
        );
      }
      if (failed) return failed(this.again, this.state.error);
      return (
        <>
          {waiting}
          <Again ask={this.again} />
        </>
      );
    }
  };
}

function Again({ ask }: { ask: () => void }) {
  useEffect(() => {
    const later = setTimeout(ask, retryDelay);
    window.addEventListener('online', ask);
    return () => {
      clearTimeout(later);
      window.removeEventListener('online', ask);
    };
  }, [ask]);
  return null;
}
