import { IconHeart, IconHeartFilled, IconMessageCircle, IconTrash } from '@tabler/icons-react';
import { memo, useId, useState } from 'react';
import { formatCount, formatDateTime } from '../../../contract/format.ts';
import { canOn } from '../../../contract/policy.ts';
import { deletePost, type Post } from '../../../contract/posts.ts';
import { useActor } from '../../shared/auth.tsx';
import { useEstate } from '../../shared/estate.ts';
import { useSend } from '../../shared/queries.ts';
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
import { useLikePost } from './use-like-post.ts';

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
    <Card as="article" className={css.post} aria-label={`Post dari ${post.nama}`}>
      <header className={css.head}>
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
      <footer className={css.actions}>
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

function LikeButton({ post }: { post: Post }) {
  const press = useLikePost();
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
