import * as z from 'zod/mini';
import { addIncome } from '../../../contract/income.ts';
import { useActiveCategories } from '../../shared/categories.ts';
import { useToday } from '../../shared/estate.ts';
import { firstPlaces, PlaceFields } from '../../shared/PlaceFields.tsx';
import { useSend } from '../../shared/queries.ts';
import { leavingPhoto } from '../../ui/confirm.ts';
import { DateField } from '../../ui/DateField.tsx';
import { FormSheet } from '../../ui/FormSheet.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { clearable, empty } from '../../ui/use-form.ts';
import { useReportedForm } from '../../ui/use-reported-form.ts';

const schema = z.extend(addIncome.body, { bukti: z.nullable(z.instanceof(File)) });

interface Props {
  onClose(): void;
  /** What a bank line already says, and the account that received it. */
  about?: { judul: string; jumlah: number; tanggal: string; mutasi_id: number; akun_id: string } | undefined;
}

/** Donations, rent, interest: income that is no dues. */
export default function IncomeDialog({ onClose, about }: Props) {
  const today = useToday();
  const categories = useActiveCategories('penerimaan');
  const { send, progress } = useSend(addIncome);
  const form = useReportedForm({
    initial: {
      judul: '',
      kategori: '',
      jumlah: empty.number,
      tanggal: clearable(today),
      bukti: empty.file,
      ...firstPlaces,
      ...about,
    },
    schema,
    draftKey: about ? undefined : 'penerimaan',
    send: ({ bukti, ...body }) => send({ body, files: { bukti: bukti ?? undefined } }),
    about: ({ judul }) => judul,
    onSent: onClose,
  });
  return (
    <FormSheet
      of={form}
      title="Catat Penerimaan"
      failed="Gagal mencatat penerimaan"
      about="Uang masuk selain iuran, misalnya sumbangan atau sewa. Semua warga melihatnya di buku kas."
      onClose={onClose}
      guard={form.values.bukti !== null && leavingPhoto}
      drops={about !== undefined}
    >
      <TextField {...form.field('judul')} label="Judul" placeholder="Misalnya: Sewa balai warga" required />
      <SelectField
        {...form.field('kategori')}
        label="Kategori"
        placeholder="Pilih kategori"
        options={categories}
        required
      />
      <NumberField {...form.field('jumlah')} label="Jumlah" prefix="Rp" required />
      <DateField {...form.field('tanggal')} label="Tanggal" max={today} required />
      <PlaceFields account={form.field('akun_id')} fund={form.field('dana_id')} />
      <UploadField
        {...form.field('bukti')}
        label="Bukti (opsional)"
        description="Gambar atau PDF, maksimal 10 MB."
        accept="image/*,application/pdf"
        progress={progress}
      />
    </FormSheet>
  );
}
