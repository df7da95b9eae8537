import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
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
import { thumbnailAddress } from '../../shared/uploads.ts';
import { useSendLater, type WaitingFor } from '../../shared/use-outbox.ts';
import { Button } from '../../ui/Button.tsx';
import { leavingPhoto } from '../../ui/confirm.ts';
import { clearDraft } from '../../ui/draft.ts';
import { FormSheet } from '../../ui/FormSheet.tsx';
import { notify } from '../../ui/notify.ts';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { useForm } from '../../ui/use-form.ts';
import css from './ComplaintDialog.module.css';

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
  return (
    <FormSheet
      of={form}
      title={complaint ? 'Edit Aduan' : 'Tambah Aduan'}
      failed="Gagal menyimpan aduan"
      onClose={leave}
      // The draft cannot store the photo.
      guard={complaint || unsent ? form.dirty : foto !== null && leavingPhoto}
      submit={complaint ? 'Simpan' : 'Kirim Aduan'}
    >
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
    </FormSheet>
  );
}

interface PhotoProps {
  file: string;
  /** Whether the photo is to be removed when the form is sent. */
  removed: boolean;
  onRemove(removed: boolean): void;
}

function StoredPhoto({ file, removed, onRemove }: PhotoProps) {
  return (
    <div className={css.photo} data-removed={removed ? '' : undefined}>
      <img src={thumbnailAddress(file)} alt="Foto sekarang" />
      <p className="ui-note" role="status">
        {removed ? 'Foto dihapus saat Anda menyimpan.' : 'Foto sekarang'}
      </p>
      <Button look="quiet" icon={removed ? IconArrowBackUp : IconTrash} onClick={() => onRemove(!removed)}>
        {removed ? 'Batalkan' : 'Hapus foto'}
      </Button>
    </div>
  );
}
