import { IconSend } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { commentComplaint, type Complaint, type ComplaintComment } from '../../../contract/complaints.ts';
import { formatDateTime } from '../../../contract/format.ts';
import { roleNames } from '../../../contract/people.ts';
import { canOn } from '../../../contract/policy.ts';
import { useActor } from '../../lib/auth.tsx';
import { useEstate } from '../../lib/estate.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Form, SubmitButton } from '../../ui/Form.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useCommentComplaint, useThread } from './api.ts';
import css from './Thread.module.css';

/** What staff say about a complaint, oldest first; they write on, the complainant reads along. */
export function Thread({ complaint }: { complaint: Complaint }) {
  const { data, error, refetch } = useThread(complaint.id);
  const mayComment = canOn(useActor(), 'complaints.comment', complaint);
  return (
    <div className={css.thread} role="group" aria-label={`Komentar pada aduan ${complaint.judul}`}>
      {!data && error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="60%" />}
      {data && <Comments comments={data.data} />}
      {mayComment && <CommentForm complaint={complaint} />}
    </div>
  );
}

function Comments({ comments }: { comments: readonly ComplaintComment[] }) {
  const { timeZone } = useEstate();
  if (comments.length === 0) return <p className={css.none}>Belum ada komentar.</p>;
  return (
    <ul className={css.list}>
      {comments.map(({ id, nama, jenis, komentar, tanggal_komentar }) => (
        <li key={id} className={css.comment}>
          <Avatar name={nama} size={32} />
          <div className={css.bubble}>
            <p className={css.who}>
              <strong>{nama}</strong> <span className={css.role}>{roleNames[jenis]}</span>{' '}
              <time dateTime={tanggal_komentar}>{formatDateTime(tanggal_komentar, timeZone)}</time>
            </p>
            <p className={css.text}>{komentar}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function CommentForm({ complaint: { id, judul } }: { complaint: Complaint }) {
  const { send } = useCommentComplaint();
  const form = useForm({
    initial: { komentar: '' },
    schema: commentComplaint.body,
    draftKey: `komentar-aduan-${id}`,
    send: async (body) => {
      await send({ params: { id }, body });
      form.reset();
    },
  });
  const submit = (event?: FormEvent) => {
    if (form.values.komentar.trim() !== '') form.submit(event);
    else event?.preventDefault(); // an empty comment is ignored (specification §5)
  };
  return (
    <Form of={{ ...form, submit }} label={`Komentari aduan ${judul}`} failed="Gagal mengirim komentar">
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
