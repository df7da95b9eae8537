import { IconMessages } from '@tabler/icons-react';
import { useState } from 'react';
import { listPosts, type Post } from '../../../contract/posts.ts';
import { useActor } from '../../shared/auth.tsx';
import { usePages } from '../../shared/queries.ts';
import { pictureItem } from '../../shared/uploads.ts';
import { Button } from '../../ui/Button.tsx';
import { CardList } from '../../ui/CardList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ImageViewer } from '../../ui/ImageViewer.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Composer } from './Composer.tsx';
import css from './FeedPage.module.css';
import { PostCard } from './PostCard.tsx';

export default function FeedPage() {
  const list = usePages('posts', listPosts, {}, { limit: 20 });
  const { posts, news, showNews } = useHeldBackPosts(list.rows);
  const [shown, setShown] = useState<string | number | null>(null);

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
        <CardList
          list={{ ...list, rows: posts }}
          className={css.list}
          wide
          skeleton={<Skeleton height="5.5rem" />}
          empty={
            <EmptyState
              title="Belum ada postingan."
              message="Kabar dari warga dan pengurus akan tampil di sini. Jadilah yang pertama."
              icon={IconMessages}
            />
          }
          render={(post) => <PostCard post={post} onShowPhoto={setShown} />}
        />
      </div>
      <ImageViewer items={photoItems(posts ?? [])} current={shown} onCurrent={setShown} list={list} />
    </Page>
  );
}

/**
 * Holds back new posts of other users so that the list does not shift while reading. Own posts, and all posts
 * after the button is pressed or once they fill the loaded pages, appear at once.
 */
function useHeldBackPosts(rows: Post[] | undefined) {
  const { id: ownId } = useActor();
  const [newest, setNewest] = useState<number | null>(null);
  const first = rows?.[0];
  const isNoneKnown = newest === null || rows?.every(({ id }) => id > newest);
  if (first && first.id !== newest && (isNoneKnown || first.user_id === ownId)) setNewest(first.id);
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

function photoItems(posts: readonly Post[]) {
  return posts.flatMap(({ id, foto, nama, konten }) =>
    pictureItem(
      id,
      foto,
      `Foto dari ${nama}`,
      konten ? `${nama}: ${[...konten].slice(0, 80).join('')}` : nama,
    ),
  );
}
