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
import { useSendLater, type WaitingFor } from '../../shared/use-outbox.ts';
import { leavingPhoto } from '../../ui/confirm.ts';
import { clearDraft } from '../../ui/draft.ts';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { notify } from '../../ui/notify.ts';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { useForm } from '../../ui/use-form.ts';
import { StoredPhoto } from './StoredPhoto.tsx';

/** A stored complaint, one that the server refused, or a new one. */
export type Editing = Complaint | WaitingFor<typeof createComplaint> | 'new';

const draftOf = (complaint: Complaint | null) => `aduan-${complaint?.id ?? 'baru'}`;

const photoFields = { foto: z.nullable(z.instanceof(File)), hapus_foto: z.string() };
const schema = z.extend(createComplaint.body, photoFields);

interface Props {
  editing: Editing;
  onClose(): void;
}

export function ComplaintDialog({ editing, onClose }: Props) {
  const unsent = editing !== 'new' && 'key' in editing ? editing : null;
  const complaint = editing !== 'new' && 'id' in editing ? editing : null;
  const known = complaint ?? unsent?.body;
  const photo = unsent?.files.foto;
  const create = useSendLater(createComplaint);
  const change = useSend(changeComplaint);
  const form = useForm({
    initial: {
      judul: known?.judul ?? '',
      kategori: known?.kategori ?? '',
      deskripsi: known?.deskripsi ?? '',
      foto: photo instanceof File ? photo : null,
      hapus_foto: '',
    },
    schema,
    draftKey: unsent ? undefined : draftOf(complaint),
    send: async ({ foto, hapus_foto, ...fields }: z.output<typeof schema>) => {
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
    onSent: onClose,
  });
  const { foto, hapus_foto: removed } = form.values;
  const leave = () => {
    if (complaint) clearDraft(draftOf(complaint)); // only a new complaint has a draft
    onClose();
  };
  const title = complaint ? 'Edit Aduan' : 'Tambah Aduan';
  return (
    <Sheet
      opened
      onClose={leave}
      title={title}
      // The draft cannot store the photo.
      guard={complaint || unsent ? form.dirty : foto !== null && leavingPhoto}
    >
      <Form of={form} label={title} failed="Gagal menyimpan aduan">
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
        <SubmitButtons onCancel={leave}>{complaint ? 'Simpan' : 'Kirim Aduan'}</SubmitButtons>
      </Form>
    </Sheet>
  );
}
