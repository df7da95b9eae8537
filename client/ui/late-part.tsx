import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';

interface Frame {
  /** While its code is on its way. */
  waiting?: ReactNode;
  /** In its place when it could not be had; without it, `waiting` stays and it is asked for again by itself. */
  failed?: (again: () => void) => ReactNode;
}

/** Until a part that failed is asked for again (milliseconds). */
const patience = 10_000;

/**
 * A part of a screen whose code is fetched when it is drawn, and whose failure takes nothing else away. `lazy` alone
 * remembers for good that it could not be fetched.
 */
export function latePart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const begin = (): ComponentType<Props> => lazy(load);
  let latest = begin();
  return class LatePart extends Component<Props & Frame, { Part: ComponentType<Props>; failed: boolean }> {
    override state = { Part: latest, failed: false };

    static getDerivedStateFromError() {
      return { failed: true };
    }

    override componentDidCatch() {
      if (latest === this.state.Part) latest = begin();
    }

    again = () => this.setState({ Part: latest, failed: false });

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
      if (failed) return failed(this.again);
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
    const later = setTimeout(ask, patience);
    window.addEventListener('online', ask);
    return () => {
      clearTimeout(later);
      window.removeEventListener('online', ask);
    };
  }, [ask]);
  return null;
}
