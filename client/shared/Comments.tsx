import { IconSend } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { formatDateTime } from '../../contract/format.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Form, SubmitButton } from '../ui/Form.tsx';
import type { Schema } from '../ui/form-values.ts';
import { LongText } from '../ui/LongText.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useForm } from '../ui/use-form.ts';
import css from './Comments.module.css';
import { useEstate } from './estate.ts';
import { portraitAddress } from './uploads.ts';

interface Comment {
  id: number;
  nama: string;
  potret: string | null;
  komentar: string;
  tanggal_komentar: string;
}

interface Props<Read extends Comment> {
  /** Accessible name of the section. */
  label: string;
  read: { data: { data: readonly Read[] } | undefined; error: Error | null; refetch(): unknown };
  /** Shown beside the author's name: house or role. */
  authorDetail(comment: Read): ReactNode;
  above?: ReactNode;
  children?: ReactNode;
}

export function Comments<Read extends Comment>({ label, read, authorDetail, above, children }: Props<Read>) {
  const { timeZone } = useEstate();
  const { data, error, refetch } = read;
  return (
    <div className={css.comments} role="group" aria-label={label}>
      {above}
      {!data && error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="60%" />}
      {data?.data.length === 0 && <p className="ui-muted">Belum ada komentar.</p>}
      {data && data.data.length > 0 && (
        <ul className="ui-stack">
          {data.data.map((comment) => (
            <li key={comment.id} className={css.comment}>
              <Avatar name={comment.nama} src={portraitAddress(comment.potret)} size={32} />
              <div className={css.bubble}>
                <p className={css.who}>
                  <strong>{comment.nama}</strong> {authorDetail(comment)}
                  <time dateTime={comment.tanggal_komentar}>
                    {formatDateTime(comment.tanggal_komentar, timeZone)}
                  </time>
                </p>
                <LongText of={`komentar ${comment.nama}`}>{comment.komentar}</LongText>
              </div>
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}

interface FormProps<Body> {
  /** Accessible name of the field. */
  label: string;
  draftKey: string;
  schema: Schema<Body>;
  send(body: Body): Promise<unknown>;
}

/** Enter sends; an empty comment is ignored. */
export function CommentForm<Body>({ label, draftKey, schema, send }: FormProps<Body>) {
  const form = useForm({
    initial: { komentar: '' },
    schema,
    draftKey,
    send: async (body: Body) => {
      await send(body);
      form.reset();
    },
  });
  const submit = (event?: FormEvent) => {
    if (form.values.komentar.trim() !== '') form.submit(event);
    else event?.preventDefault();
  };
  return (
    <Form of={{ ...form, submit }} label={label} failed="Gagal mengirim komentar">
      <div className={`ui-row ${css.write}`}>
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
