import { IconSend } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { formatDateTime } from '../../../contract/format.ts';
import { commentPost, type Post } from '../../../contract/posts.ts';
import { useEstate } from '../../lib/estate.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Form, SubmitButton } from '../../ui/Form.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useCommentPost, usePostComments, usePostLikes } from './api.ts';
import css from './Comments.module.css';

/** Who likes a post, what others say about it, oldest first, and a line to join them (Enter sends). */
export function Comments({ post }: { post: Post }) {
  const { data, error, refetch } = usePostComments(post.id);
  return (
    <div role="group" className={css.comments} aria-label={`Komentar pada post ${post.nama}`}>
      {post.total_likes > 0 && <Likers post={post} />}
      {!data && error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="60%" />}
      {data && <CommentList comments={data.data} />}
      <CommentForm post={post} />
    </div>
  );
}

const namedLikers = 3;

function Likers({ post }: { post: Post }) {
  const { data, error, refetch } = usePostLikes(post.id);
  const [all, setAll] = useState(false);
  if (!data && error) {
    return (
      <p className={css.likers}>
        Daftar suka belum dapat dimuat.{' '}
        <button type="button" className={css.more} onClick={() => void refetch()}>
          Coba lagi
        </button>
      </p>
    );
  }
  if (!data) return <Skeleton width="40%" />;
  const shown = all ? data.data : data.data.slice(0, namedLikers);
  const others = data.data.length - shown.length;
  return (
    <p className={css.likers}>
      Disukai {shown.map(({ nama }) => nama).join(', ')}{' '}
      {others > 0 && (
        <button type="button" className={css.more} onClick={() => setAll(true)}>
          dan {others} lainnya
        </button>
      )}
    </p>
  );
}

function CommentList({
  comments,
}: {
  comments: NonNullable<ReturnType<typeof usePostComments>['data']>['data'];
}) {
  const { timeZone } = useEstate();
  if (comments.length === 0) return <p className={css.none}>Belum ada komentar.</p>;
  return (
    <ul className={css.list}>
      {comments.map(({ id, nama, blok, komentar, tanggal_komentar }) => (
        <li key={id} className={css.comment}>
          <Avatar name={nama} size={32} />
          <div className={css.bubble}>
            <p className={css.who}>
              <strong>{nama}</strong> {blok && <span>Blok {blok} ·</span>}{' '}
              <time dateTime={tanggal_komentar}>{formatDateTime(tanggal_komentar, timeZone)}</time>
            </p>
            <p className={css.text}>{komentar}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function CommentForm({ post }: { post: Post }) {
  const { send } = useCommentPost();
  const form = useForm({
    initial: { komentar: '' },
    schema: commentPost.body,
    draftKey: `komentar-${post.id}`,
    send: async (body) => {
      await send({ params: { id: post.id }, body });
      form.reset();
    },
  });
  const submit = (event?: FormEvent) => {
    if (form.values.komentar.trim() !== '') form.submit(event);
    else event?.preventDefault(); // an empty comment is ignored (specification §5)
  };
  return (
    <Form of={{ ...form, submit }} label={`Komentari post ${post.nama}`} failed="Gagal mengirim komentar">
      <div className={css.write}>
        <TextField
          {...form.field('komentar')}
          label="Komentar"
          placeholder="Tulis komentar…"
          autoComplete="off"
        />
        <SubmitButton icon={IconSend}>Kirim</SubmitButton>
      </div>
    </Form>
  );
}
