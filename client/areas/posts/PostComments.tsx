import { useState } from 'react';
import { commentPost, listLikes, listPostComments, type Post } from '../../../contract/posts.ts';
import { CommentForm, Comments } from '../../shared/Comments.tsx';
import { useRead, useSend } from '../../shared/queries.ts';
import { keepFocus } from '../../ui/keep-focus.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import css from './PostCard.module.css';

export function PostComments({ post: { id, nama, total_likes } }: { post: Post }) {
  const { send } = useSend(commentPost);
  return (
    <Comments
      label={`Komentar pada post ${nama}`}
      read={useRead('posts', listPostComments, { params: { id } })}
      authorDetail={({ blok }) => blok && <span>Blok {blok}</span>}
      above={total_likes > 0 && <Likers postId={id} />}
    >
      <CommentForm
        label={`Komentari post ${nama}`}
        draftKey={`komentar-${id}`}
        schema={commentPost.body}
        send={(body) => send({ params: { id }, body })}
      />
    </Comments>
  );
}

const namedLikers = 3;

function Likers({ postId }: { postId: number }) {
  const { data, error, refetch } = useRead('posts', listLikes, { params: { id: postId } });
  const [all, setAll] = useState(false);
  if (!data && error) {
    return (
      <p className="ui-detail">
        Daftar suka belum dapat dimuat.{' '}
        <button ref={keepFocus} type="button" className={css.more} onClick={() => void refetch()}>
          Coba lagi
        </button>
      </p>
    );
  }
  if (!data) return <Skeleton width="40%" />;
  const shown = all ? data.data : data.data.slice(0, namedLikers);
  const others = data.data.length - shown.length;
  return (
    <p className="ui-detail">
      Disukai {shown.map(({ nama }) => nama).join(', ')}{' '}
      {others > 0 && (
        <button ref={keepFocus} type="button" className={css.more} onClick={() => setAll(true)}>
          dan {others} lainnya
        </button>
      )}
    </p>
  );
}
