import type { ReactNode } from 'react';
import { can } from '../../../contract/policy.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { useActor } from '../../shared/auth.tsx';
import { ErrorCard } from '../../ui/ErrorCard.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Page } from '../../ui/Page.tsx';
import { QuickLinks } from './QuickLinks.tsx';

const UnrecordedCash = lazyPart<object>(() => whenIdle().then(() => import('../rounds/UnrecordedCash.tsx')));

interface Props {
  title: string;
  read: { data: unknown; error: Error | null; isFetching: boolean; refetch(): unknown };
  children: ReactNode;
}

export function Frame({ title, read, children }: Props) {
  const actor = useActor();
  return (
    <Page title={title} context={`Selamat datang, ${actor.nama}! Berikut adalah ringkasan aktivitas Anda.`}>
      {!can(actor, 'rounds.collect') && <UnrecordedCash />}
      {read.error && !read.data ? (
        <ErrorCard
          message={read.error.message}
          onRetry={() => void read.refetch()}
          retrying={read.isFetching}
        />
      ) : (
        <>
          {children}
          <QuickLinks />
        </>
      )}
    </Page>
  );
}
