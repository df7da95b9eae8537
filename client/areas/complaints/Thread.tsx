import { type Complaint, commentComplaint, listComplaintComments } from '../../../contract/complaints.ts';
import { roleNames } from '../../../contract/people.ts';
import { canOn } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { CommentForm, Comments } from '../../shared/Comments.tsx';
import { useRead, useSend } from '../../shared/queries.ts';
import css from './ComplaintCard.module.css';

/** Comments of staff on a complaint. The complainant may read but not write them. */
export function Thread({ complaint }: { complaint: Complaint }) {
  const { id, judul } = complaint;
  const mayComment = canOn(useActor(), 'complaints.comment', complaint);
  const { send } = useSend(commentComplaint);
  return (
    <Comments
      label={`Komentar pada aduan ${judul}`}
      read={useRead('complaints', listComplaintComments, { params: { id } })}
      authorDetail={({ jenis }) => <span className={css.role}>{roleNames[jenis]}</span>}
    >
      {mayComment && (
        <CommentForm
          label={`Komentari aduan ${judul}`}
          draftKey={`komentar-aduan-${id}`}
          schema={commentComplaint.body}
          send={(body) => send({ params: { id }, body })}
        />
      )}
    </Comments>
  );
}
