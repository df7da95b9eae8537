import type { ReactNode } from 'react';
import { useActor } from '../../shared/auth.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';

interface Props {
  title: string;
  read: { data: unknown; error: Error | null; isFetching: boolean; refetch(): unknown };
  children: ReactNode;
}

export function Frame({ title, read, children }: Props) {
  const { nama } = useActor();
  return (
    <Page title={title} context={`Selamat datang, ${nama}! Berikut adalah ringkasan aktivitas Anda.`}>
      {read.error && !read.data ? (
        <Card>
          <ErrorState
            message={read.error.message}
            onRetry={() => void read.refetch()}
            retrying={read.isFetching}
          />
        </Card>
      ) : (
        children
      )}
    </Page>
  );
}
