/** Staff move a complaint and answer it; the complainant is told (decisions §6 "Complaints"). */
import type { Complaint, ComplaintStatus } from '../../../contract/complaints.ts';
import type { Actor } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';
import type { Context } from '../../platform/context.ts';
import type { Upload } from '../../platform/files/upload.ts';
import { found } from '../../platform/http/refusal.ts';
import { claimComplaint, findComplaint, updateComplaint } from './queries.ts';
import { answeredMessage, complaintTopics, movedMessage, tellComplainant } from './tell-complainant.ts';

interface StaffAnswer {
  id: number;
  status: ComplaintStatus;
  /** Blank keeps the old answer. */
  jawaban: string;
  photo: Upload | undefined;
}

/** @throws Refusal 415, 404 out of scope */
export async function answerComplaint(
  { files, write }: Context,
  actor: Actor,
  scope: Scope,
  answer: StaffAnswer,
) {
  const { id, status, jawaban, photo } = answer;
  const stored = photo ? [await files.storeImage(photo, 'answer')] : [];
  return await write(
    actor,
    async (tx) => {
      const before = found(await claimComplaint(tx, scope, id));
      await updateComplaint(tx, id, {
        status,
        ...(jawaban ? { jawaban } : {}),
        ...(stored[0] ? { foto_jawaban: stored[0].nama } : {}),
      });
      const after = found(await findComplaint(tx.db, scope, id));
      const message = news(actor, before, after);
      if (!message) return after;
      await tx.audit({
        aksi: 'complaint.answered',
        entitas: 'complaints',
        entitas_id: id,
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

const answerOf = ({ status, jawaban, foto_jawaban }: Complaint) => ({ status, jawaban, foto_jawaban });

/** Null when a second press changed nothing. */
function news(actor: Actor, before: Complaint, after: Complaint): string | null {
  if (after.jawaban !== before.jawaban || after.foto_jawaban !== before.foto_jawaban)
    return answeredMessage(actor, after);
  return after.status === before.status ? null : movedMessage(after);
}
