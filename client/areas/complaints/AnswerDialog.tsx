import { useState } from 'react';
import * as z from 'zod/mini';
import {
  answerComplaint,
  type Complaint,
  type ComplaintStatus,
  complaintStatuses,
  complaintStatusLabels,
} from '../../../contract/complaints.ts';
import { CallError } from '../../shared/http.ts';
import { useSend } from '../../shared/queries.ts';
import { leavingPhoto } from '../../ui/confirm.ts';
import { FormSheet } from '../../ui/FormSheet.tsx';
import { LongText } from '../../ui/LongText.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';

export interface Answering {
  complaint: Complaint;
  status: ComplaintStatus;
}

const schema = z.extend(z.omit(answerComplaint.body, { status: true }), {
  foto_jawaban: z.nullable(z.instanceof(File)),
});

interface Props extends Answering {
  /** The complaint as it is now, unless it left the list. */
  current: Complaint | undefined;
  onClose(): void;
}

export function AnswerDialog({ complaint, status, current, onClose }: Props) {
  const { id, judul, jawaban, foto_jawaban: photo } = complaint;
  const { send, progress } = useSend(answerComplaint);
  const [to, setTo] = useState(status); // not stored in the draft: a restored draft would preselect another status than the button that was pressed
  const [isTold, setIsTold] = useState(false); // that saving again replaces a colleague's answer
  const form = useReportedForm({
    initial: { jawaban: jawaban ?? '', foto_jawaban: null as File | null },
    schema,
    draftKey: `jawaban-${id}`,
    send: async ({ foto_jawaban, jawaban: text }: z.output<typeof schema>, _values, changes) => {
      try {
        return await send({
          params: { id },
          body: {
            status: to,
            jawaban: 'jawaban' in changes ? text : undefined,
            jawaban_dilihat: isTold ? undefined : ((current ?? complaint).jawaban ?? ''),
          },
          files: { foto_jawaban: foto_jawaban ?? undefined },
        });
      } catch (error) {
        setIsTold(error instanceof CallError && error.code === 'complaint_answered');
        throw error;
      }
    },
    about: () => judul,
    onSent: onClose,
  });
  return (
    <FormSheet
      of={form}
      title="Jawab Aduan"
      failed="Gagal menyimpan jawaban"
      onClose={onClose}
      guard={form.values.foto_jawaban !== null && leavingPhoto}
    >
      <div>
        <p>
          <strong>{judul}</strong>
        </p>
        <LongText of={`aduan ${judul}`}>{complaint.deskripsi}</LongText>
      </div>
      <SelectField
        label="Status"
        options={optionsOf(complaintStatuses, complaintStatusLabels)}
        value={to}
        onChange={(value) => form.busy || setTo(value)}
        required
      />
      <TextareaField
        {...form.field('jawaban')}
        label="Jawaban (opsional)"
        description={
          jawaban ? 'Jika dikosongkan, jawaban sebelumnya tetap berlaku.' : 'Pelapor langsung diberi tahu.'
        }
        placeholder="Apa yang sudah atau akan dilakukan?"
        rows={4}
      />
      <UploadField
        {...form.field('foto_jawaban')}
        label={photo ? 'Ganti foto jawaban (opsional)' : 'Foto jawaban (opsional)'}
        progress={progress}
      />
      {current && !form.busy && <Overtaken opened={complaint} current={current} />}
    </FormSheet>
  );
}

/** Saving replaces what a colleague, or the same person elsewhere, saved since the dialog opened. */
function Overtaken({ opened, current }: { opened: Complaint; current: Complaint }) {
  const { status, jawaban, foto_jawaban: photo, nama_admin: author } = current;
  if (status === opened.status && jawaban === opened.jawaban && photo === opened.foto_jawaban) return null;
  return (
    <Notice tone="danger" title="Aduan ini baru saja diubah">
      <p>Statusnya kini {complaintStatusLabels[status]}. Yang Anda simpan akan menggantikannya.</p>
      {jawaban && (
        <LongText of={`jawaban ${author ?? 'pengurus'}`}>
          {`Jawaban ${author ?? 'pengurus'}: ${jawaban}`}
        </LongText>
      )}
    </Notice>
  );
}
