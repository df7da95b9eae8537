import * as z from 'zod/mini';
import {
  changeDocument,
  documentCategories,
  documentGroups,
  type EstateDocument,
  uploadDocument,
} from '../../../contract/documents.ts';
import { useSend } from '../../shared/queries.ts';
import { FormSheet } from '../../ui/FormSheet.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { empty } from '../../ui/use-form.ts';
import { useReportedForm } from '../../ui/use-reported-form.ts';
import { groupOptions } from './groups.ts';

interface Props {
  onClose(): void;
  /** Mode of the screen `document-management`: PDF only, and its own set of categories. */
  pdfOnly?: boolean;
}

/** The first stored category of each group. */
const groupCategories = groupOptions.map(({ value, label }) => ({ value: documentGroups[value][0], label }));
const fileField = { file: z.instanceof(File, { error: uploadDocument.files.file.required }) };
const uploadSchema = z.extend(uploadDocument.body, fileField);

export function UploadDialog({ onClose, pdfOnly = false }: Props) {
  const { send, progress } = useSend(uploadDocument);
  const form = useReportedForm({
    initial: {
      judul: '',
      kategori: pdfOnly ? documentGroups.announcement[0] : 'Umum',
      deskripsi: '',
      file: empty.file,
    },
    schema: uploadSchema,
    draftKey: pdfOnly ? 'pengumuman-baru' : 'dokumen-baru',
    send: ({ file, ...body }) =>
      send({ body: { ...body, hanya_pdf: pdfOnly ? '1' : undefined }, files: { file } }),
    about: ({ judul }) => judul,
    onSent: onClose,
  });
  return (
    <FormSheet
      of={form}
      title="Upload Dokumen"
      failed="Gagal mengupload dokumen"
      submit="Upload"
      onClose={onClose}
      drops
    >
      <TextField {...form.field('judul')} label="Judul" required />
      <SelectField
        {...form.field('kategori')}
        label="Kategori"
        options={pdfOnly ? groupCategories : documentCategories}
        required
      />
      <TextareaField {...form.field('deskripsi')} label="Deskripsi (opsional)" rows={3} />
      <UploadField
        {...form.field('file')}
        label="File dokumen"
        description={pdfOnly ? 'PDF, maksimal 10 MB.' : 'PDF, DOC, atau DOCX, maksimal 10 MB.'}
        accept={pdfOnly ? '.pdf,application/pdf' : '.pdf,.doc,.docx'}
        typeError={
          pdfOnly ? 'Hanya file PDF yang diperbolehkan' : 'File harus berupa dokumen PDF, DOC, atau DOCX.'
        }
        required
        progress={progress}
      />
    </FormSheet>
  );
}

/** Title, category and description; a stored file cannot be replaced. */
export function EditDialog({ document, onClose }: { document: EstateDocument; onClose(): void }) {
  const { send } = useSend(changeDocument);
  const form = useReportedForm({
    initial: { judul: document.judul, kategori: document.kategori, deskripsi: document.deskripsi ?? '' },
    schema: changeDocument.body,
    draftKey: `dokumen-${document.id}`,
    send: (_parsed, _values, changes) => {
      const { id, judul, kategori } = document;
      const hanya = Object.keys(changes) as (keyof typeof changes)[];
      return send({ params: { id }, body: { judul, kategori, ...changes, hanya } });
    },
    about: (_parsed, { judul }) => judul.trim(),
    onSent: onClose,
  });
  return (
    <FormSheet of={form} title="Edit Dokumen" failed="Gagal mengupdate dokumen" onClose={onClose} drops>
      <TextField {...form.field('judul')} label="Judul" required />
      <SelectField {...form.field('kategori')} label="Kategori" options={documentCategories} required />
      <TextareaField {...form.field('deskripsi')} label="Deskripsi (opsional)" rows={3} />
    </FormSheet>
  );
}
