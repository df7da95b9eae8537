import type * as z from 'zod/mini';
import type { Complaint, answerComplaint as endpoint } from '../../../contract/complaints.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Context } from '../../context.ts';
import type { Author } from '../../database/author.ts';
import type { Upload } from '../../http/files/upload.ts';
import { found, Refusal } from '../../http/refusal.ts';
import { findComplaint, lockComplaint, updateComplaint } from './queries.ts';
import { answeredMessage, complaintTopics, movedMessage, tellComplainant } from './tell-complainant.ts';

type StaffAnswer = z.output<typeof endpoint.body> & { id: number; photo: Upload | undefined };

export async function answerComplaint(
  { files, write }: Context,
  actor: Author,
  scope: Scope,
  { id, status, jawaban, jawaban_dilihat: seen, photo }: StaffAnswer,
) {
  const stored = photo ? [await files.storeImage(photo, 'answer')] : [];
  return await write(
    actor,
    async (tx) => {
      const before = found(await lockComplaint(tx, scope, id));
      const isOvertaken = seen !== undefined && !isSameText(seen, before.jawaban);
      const replaces = jawaban ? !isSameText(jawaban, before.jawaban) : photo !== undefined;
      if (isOvertaken && replaces) throw new Refusal('complaint_answered');
      const given = {
        status,
        ...(jawaban ? { jawaban } : {}),
        ...(stored[0] ? { foto_jawaban: stored[0].nama } : {}),
      };
      const isAnswer = answers(before, { ...before, ...given });
      await updateComplaint(tx, id, { ...given, ...(isAnswer ? { dijawab_oleh: actor.id } : {}) });
      const after = found(await findComplaint(tx.db, scope, id));
      const message = news(actor, before, after);
      if (!message) return after;
      await tx.audit('complaint.answered', 'complaints', id, {
        sebelum: answerOf(before),
        sesudah: answerOf(after),
      });
      await tellComplainant(tx, actor, after, message);
      complaintTopics(tx, after);
      return after;
    },
    stored,
  );
}

/** Forms send each end of a line as two characters. */
const isSameText = (one: string, other: string | null) =>
  one.replaceAll('\r\n', '\n') === (other ?? '').replaceAll('\r\n', '\n');

const answerOf = ({ status, jawaban, foto_jawaban }: Complaint) => ({ status, jawaban, foto_jawaban });

/** Whether `nama_admin` changes: on a new answer, or on a new status while there is no answer. */
function answers(before: Complaint, after: Complaint): boolean {
  const isSame = after.jawaban === before.jawaban && after.foto_jawaban === before.foto_jawaban;
  return isSame ? !hasAnswer(before) && after.status !== before.status : true;
}
const hasAnswer = ({ jawaban, foto_jawaban }: Complaint) => jawaban !== null || foto_jawaban !== null;

/** Null if nothing changed, e.g. after a double click. */
function news(actor: Author, before: Complaint, after: Complaint): string | null {
  if (after.jawaban !== before.jawaban || after.foto_jawaban !== before.foto_jawaban)
    return answeredMessage(actor, after);
  return after.status === before.status ? null : movedMessage(after);
}
