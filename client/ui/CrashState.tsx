import { IconAlertTriangle } from '@tabler/icons-react';
import { Unreachable } from '../lib/import-part.ts';
import { ErrorState } from './ErrorState.tsx';

interface Props {
  title: string;
  error: unknown;
  onRetry: () => void;
}

/** Instead of what could not be rendered. The connection is only named if it is to blame. */
export function CrashState({ error, ...props }: Props) {
  if (error instanceof Unreachable) return <ErrorState {...props} />;
  return (
    <ErrorState
      {...props}
      message="Ada kesalahan pada aplikasi ini. Coba lagi; bila tetap begini, beri tahu pengurus."
      icon={IconAlertTriangle}
    />
  );
}
