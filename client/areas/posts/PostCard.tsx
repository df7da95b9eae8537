import { IconHeart, IconHeartFilled, IconMessageCircle, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { memo, useId, useRef, useState } from 'react';
import { formatCount, formatDateTime } from '../../../contract/format.ts';
import { canOn } from '../../../contract/policy.ts';
import { deletePost, likePost, type Post } from '../../../contract/posts.ts';
import { useActor } from '../../shared/auth.tsx';
import { useEstate } from '../../shared/estate.ts';
import { feed, type Likes, refetchLikers, showLikes } from '../../shared/likes.ts';
import { invalidate, useSend } from '../../shared/queries.ts';
import { portraitAddress, uploadAddress } from '../../shared/uploads.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { LongText } from '../../ui/LongText.tsx';
import { notify } from '../../ui/notify.ts';
import css from './PostCard.module.css';
import { PostComments } from './PostComments.tsx';

interface Props {
  post: Post;
  onShowPhoto(id: number): void;
}

/** Names the post in the labels of its buttons, for screen readers. */
const topicOf = ({ nama, konten }: Post) =>
  `post ${nama}${konten ? `: ${[...konten].slice(0, 40).join('')}` : ''}`;

export const PostCard = memo(function PostCard({ post, onShowPhoto }: Props) {
  const { timeZone } = useEstate();
  const [open, setOpen] = useState(false);
  const commentsId = useId();
  const mayDelete = canOn(useActor(), 'posts.delete', post);
  return (
    <Card as="article" className={`ui-parts ${css.post}`} aria-label={`Post dari ${post.nama}`}>
      <header className={`ui-row ${css.head}`}>
        <Avatar name={post.nama} src={portraitAddress(post.potret)} />
        <div className={css.who}>
          <p className={css.name}>{post.nama}</p>
          <p className="ui-detail">
            {post.blok && `Blok ${post.blok} · `}
            <time dateTime={post.tanggal_post}>{formatDateTime(post.tanggal_post, timeZone)}</time>
          </p>
        </div>
        {mayDelete && <DeleteButton post={post} />}
      </header>
      {post.konten && <LongText of={topicOf(post)}>{post.konten}</LongText>}
      {post.foto && (
        <button
          type="button"
          className={css.photo}
          onClick={() => onShowPhoto(post.id)}
          aria-label={`Lihat foto, ${topicOf(post)}`}
        >
          <img src={uploadAddress(post.foto)} alt="" loading="lazy" decoding="async" />
        </button>
      )}
      <footer className={`ui-row ${css.actions}`}>
        <LikeButton post={post} />
        <Button
          look="quiet"
          icon={IconMessageCircle}
          onClick={() => setOpen(!open)}
          aria-label={`${formatCount(post.total_comments)} komentar, ${topicOf(post)}`}
          aria-expanded={open}
          aria-controls={commentsId}
        >
          {formatCount(post.total_comments)} komentar
        </Button>
      </footer>
      <div id={commentsId}>{open && <PostComments post={post} />}</div>
    </Card>
  );
});

function LikeButton({ post: read }: { post: Post }) {
  const { wanted, press } = useLikePost();
  const post = wanted === null || wanted === read.liked ? read : { ...read, ...toggled(read) }; // a read may bring what was before
  const like = () => press(post).catch((error: unknown) => notify.failure('Gagal menyukai post', error));
  return (
    <Button
      look="quiet"
      icon={post.liked ? IconHeartFilled : IconHeart}
      className={post.liked ? css.liked : undefined}
      onClick={() => void like()}
      aria-label={`${formatCount(post.total_likes)} suka, ${topicOf(post)}`}
      aria-pressed={post.liked}
    >
      {formatCount(post.total_likes)} suka
    </Button>
  );
}

function DeleteButton({ post }: { post: Post }) {
  const { send, isSending } = useSend(deletePost);
  const remove = async () => {
    const title = 'Yakin ingin menghapus postingan ini?';
    if (await confirm({ title, message: 'Komentar dan suka ikut terhapus.' }))
      await notify.outcome(send({ params: { id: post.id } }), 'Gagal menghapus post');
  };
  return (
    <IconButton
      label={`Hapus ${topicOf(post)}`}
      icon={IconTrash}
      look="danger"
      aria-disabled={isSending || undefined}
      onClick={() => {
        if (!isSending) void remove();
      }}
    />
  );
}

const toggled = ({ id, liked, total_likes }: Post): Likes => ({
  id,
  liked: !liked,
  total_likes: total_likes + (liked ? -1 : 1),
});

/**
 * Optimistic update of the like. The server's answer then replaces it, also in lists that were loaded
 * earlier. A press while the one before is being sent changes what is wanted, and is sent after it.
 */
function useLikePost() {
  const client = useQueryClient();
  const { send, isSending } = useSend(likePost);
  const [wanted, setWanted] = useState<boolean | null>(null); // while it is being sent
  const last = useRef(false); // for the call that is under way
  const press = async (post: Post) => {
    const { id, liked, total_likes } = post;
    const interrupted = client.isFetching(feed) > 0;
    void client.cancelQueries(feed);
    showLikes(client, [toggled(post)]);
    last.current = !liked;
    setWanted(!liked);
    if (isSending) return;
    try {
      let now = await send({ params: { id } });
      while (now.liked !== last.current) now = await send({ params: { id } });
      showLikes(client, [{ id, liked: now.liked, total_likes: now.total_likes }]);
      refetchLikers(client, [id]);
      if (interrupted) invalidate(client, feed);
    } catch (error) {
      showLikes(client, [{ id, liked, total_likes }]);
      invalidate(client, { queryKey: ['posts'] });
      throw error;
    } finally {
      setWanted(null);
    }
  };
  return { wanted, press };
}
