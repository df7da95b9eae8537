import { IconMessages } from '@tabler/icons-react';
import { useState } from 'react';
import type { Post } from '../../../contract/posts.ts';
import { useActor } from '../../shared/auth.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ImageViewer } from '../../ui/ImageViewer.tsx';
import { ListEnd } from '../../ui/ListEnd.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useGrowingWindow } from '../../ui/use-growing-window.ts';
import { usePosts } from './api.ts';
import { Composer } from './Composer.tsx';
import css from './FeedPage.module.css';
import { photoItems } from './photo.ts';
import { PostCard } from './PostCard.tsx';

export default function FeedPage() {
  const { rows, error, retry, hasMore, loadMore, loadingMore } = usePosts();
  const { posts, news, showNews } = useHeldBackPosts(rows);
  const [shown, setShown] = useState<string | number | null>(null);
  const { shown: drawn, end } = useGrowingWindow(posts ?? [], {
    hasMore,
    loadingMore,
    onLoadMore: loadMore,
    error,
  });

  return (
    <Page title="Info Warga" context="Kabar dan percakapan seluruh warga perumahan.">
      <div className={css.feed}>
        <Composer />
        <div role="status" className={css.news}>
          {news > 0 && (
            <Button look="primary" onClick={showNews}>
              {news} postingan baru
            </Button>
          )}
        </div>
        {!posts && error && (
          <Card>
            <ErrorState message={error.message} onRetry={retry} />
          </Card>
        )}
        {!posts && !error && <LoadingPosts />}
        {posts?.length === 0 && (
          <Card>
            <EmptyState
              title="Belum ada postingan."
              message="Kabar dari warga dan pengurus akan tampil di sini. Jadilah yang pertama."
              icon={IconMessages}
            />
          </Card>
        )}
        {drawn.map((post) => (
          <PostCard key={post.id} post={post} onShowPhoto={setShown} />
        ))}
        <ListEnd {...end} wide />
      </div>
      <ImageViewer
        items={photoItems(posts ?? [])}
        current={shown}
        onCurrent={setShown}
        onClose={() => setShown(null)}
        onNearEnd={hasMore ? loadMore : undefined}
      />
    </Page>
  );
}

/**
 * Holds back new posts of other users so that the list does not shift while reading. Own posts, and all posts
 * after the button is pressed, appear at once.
 */
function useHeldBackPosts(rows: Post[] | undefined) {
  const { id: ownId } = useActor();
  const [newest, setNewest] = useState<number | null>(null);
  const first = rows?.[0];
  if (first && first.id !== newest && (newest === null || first.user_id === ownId)) setNewest(first.id);
  const limit = newest ?? first?.id ?? 0;
  const posts = rows?.filter(({ id }) => id <= limit || newest === null);
  return {
    posts,
    news: (rows?.length ?? 0) - (posts?.length ?? 0),
    showNews: () => {
      setNewest(first?.id ?? null);
      document.querySelector('[data-page-title]')?.scrollIntoView({ block: 'start' });
    },
  };
}

function LoadingPosts() {
  return (
    <div className={css.feed} aria-busy>
      {[1, 2, 3].map((key) => (
        <Card key={key} className={css.loading}>
          <Skeleton width="12rem" />
          <Skeleton />
          <Skeleton width="70%" />
        </Card>
      ))}
    </div>
  );
}
