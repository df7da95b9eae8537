import { useLayoutEffect, useState } from 'react';
import * as z from 'zod/mini';
import {
  type Complaint,
  categoryLabels,
  changeComplaint,
  complaintCategories,
  createComplaint,
} from '../../../contract/complaints.ts';
import { waitingWords } from '../../../contract/messages.ts';
import { useSend } from '../../shared/queries.ts';
import { leaving, leavingPhoto } from '../../ui/confirm.ts';
import { clearDraft } from '../../ui/draft.ts';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { notify } from '../../ui/notify.ts';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { useForm } from '../../ui/use-form.ts';
import { type UnsentComplaint, useCreateComplaint } from './api.ts';
import { StoredPhoto } from './StoredPhoto.tsx';

interface Props {
  /** `new` for a new complaint, or one that the server refused; null when closed. */
  complaint: Complaint | UnsentComplaint | 'new' | null;
  onClose(): void;
}

export function ComplaintDialog({ complaint, onClose }: Props) {
  const [last, setLast] = useState(complaint); // keeps the content during the closing animation
  if (complaint && complaint !== last) setLast(complaint);
  const [unsaved, setUnsaved] = useState(false);
  const unsent = last && last !== 'new' && 'key' in last ? last : null;
  const known = last && last !== 'new' && 'id' in last ? last : null;
  const leave = () => {
    if (known) clearDraft(draftOf(known)); // only a new complaint has a draft
    onClose();
  };
  return (
    <Sheet
      opened={complaint !== null}
      onClose={leave}
      title={known ? 'Edit Aduan' : 'Tambah Aduan'}
      guard={unsaved && (known || unsent ? leaving : leavingPhoto)}
    >
      <ComplaintForm
        complaint={known}
        unsent={unsent}
        onUnsaved={setUnsaved}
        onSent={onClose}
        onCancel={leave}
      />
    </Sheet>
  );
}

const draftOf = (complaint: Complaint | null) => `aduan-${complaint?.id ?? 'baru'}`;

const photoFields = { foto: z.nullable(z.instanceof(File)), hapus_foto: z.string() };
const schema = z.extend(createComplaint.body, photoFields);

const valuesOf = (complaint: Complaint | UnsentComplaint['body'] | null, photo?: Blob) => ({
  judul: complaint?.judul ?? '',
  kategori: (complaint?.kategori ?? '') as string,
  deskripsi: complaint?.deskripsi ?? '',
  foto: photo instanceof File ? photo : null,
  hapus_foto: '',
});

interface FormProps {
  complaint: Complaint | null;
  unsent: UnsentComplaint | null;
  onUnsaved(unsaved: boolean): void;
  onSent(): void;
  onCancel(): void;
}

function ComplaintForm({ complaint, unsent, onUnsaved, onSent, onCancel }: FormProps) {
  const create = useCreateComplaint();
  const change = useSend(changeComplaint);
  const form = useForm<ReturnType<typeof valuesOf>, z.output<typeof schema>>({
    initial: valuesOf(complaint ?? unsent?.body ?? null, unsent?.files.foto),
    schema,
    draftKey: unsent ? undefined : draftOf(complaint),
    send: async ({ foto, hapus_foto, ...fields }) => {
      const files = { foto: foto ?? undefined };
      const answer = complaint
        ? await change.send({
            params: { id: complaint.id },
            body: { ...fields, hapus_foto: hapus_foto || undefined },
            files,
          })
        : await create.send({ body: fields, files }, { title: fields.judul, instead: unsent?.key });
      if (answer) notify.success(answer.message, { message: fields.judul });
      else notify.news(waitingWords.title, { message: waitingWords.kept });
    },
    onSent,
  });
  const { foto, hapus_foto: removed } = form.values;
  const unsaved = complaint || unsent ? form.dirty : foto !== null; // the draft cannot store the photo
  // A layout effect: an Escape right after the last key must find the form dirty.
  useLayoutEffect(() => onUnsaved(unsaved), [onUnsaved, unsaved]);

  return (
    <Form of={form} label={complaint ? 'Edit Aduan' : 'Tambah Aduan'} failed="Gagal menyimpan aduan">
      <TextField
        {...form.field('judul')}
        label="Judul"
        placeholder="Misalnya: Lampu jalan mati"
        autoComplete="off"
        required
      />
      <SelectField
        {...form.field('kategori')}
        label="Kategori"
        placeholder="Pilih kategori"
        options={optionsOf(complaintCategories, categoryLabels)}
        required
      />
      <TextareaField
        {...form.field('deskripsi')}
        label="Deskripsi"
        placeholder="Apa yang terjadi, di mana, sejak kapan?"
        rows={4}
        required
      />
      {complaint?.foto && !foto && (
        <StoredPhoto
          file={complaint.foto}
          removed={removed === '1'}
          onRemove={(remove) => form.set('hapus_foto', remove ? '1' : '')}
        />
      )}
      <UploadField
        {...form.field('foto')}
        label={complaint?.foto ? 'Ganti foto (opsional)' : 'Foto (opsional)'}
        progress={complaint ? change.progress : create.progress}
      />
      <SubmitButtons onCancel={onCancel}>{complaint ? 'Simpan' : 'Kirim Aduan'}</SubmitButtons>
    </Form>
  );
}
