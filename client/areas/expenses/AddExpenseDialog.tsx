import * as z from 'zod/mini';
import { otherCategory } from '../../../contract/categories.ts';
import { addExpense, expenseYears, isInMonth } from '../../../contract/expenses.ts';
import { name } from '../../../contract/fields.ts';
import { formatDate, formatMonth, monthOf } from '../../../contract/format.ts';
import { BalancePreview } from '../../shared/BalancePreview.tsx';
import { useActiveCategories } from '../../shared/categories.ts';
import { useThisMonth, useToday } from '../../shared/estate.ts';
import { firstPlaces, PlaceFields } from '../../shared/PlaceFields.tsx';
import { placeOf, usePlaces } from '../../shared/places.ts';
import { useSend } from '../../shared/queries.ts';
import { confirm, leavingPhoto } from '../../ui/confirm.ts';
import { DateField } from '../../ui/DateField.tsx';
import { FormSheet } from '../../ui/FormSheet.tsx';
import type { Schema } from '../../ui/form-values.ts';
import { MonthPicker } from '../../ui/MonthPicker.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { SwitchField } from '../../ui/SwitchField.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { clearable, empty } from '../../ui/use-form.ts';
import { useReportedForm } from '../../ui/use-reported-form.ts';
import { photoField } from './photo.ts';

const proved = z.extend(addExpense.body, photoField);
const unproved = z.extend(addExpense.body, { saksi: name('Nama saksi', 100) });
type Output = z.output<typeof addExpense.body> & { foto?: File | undefined };

/** Either a photo or a witness. */
const schema: Schema<Output> = {
  '~standard': {
    validate: (values) =>
      (Object(values).tanpa_bukti === '1' ? unproved : proved)['~standard'].validate(values),
  },
};

interface Props {
  onClose(): void;
  /** What a bank line already says, and the account that paid. */
  about?:
    | { judul: string; jumlah: number; tanggal_digunakan: string; mutasi_id: number; akun_id: string }
    | undefined;
}

export function AddExpenseDialog({ onClose, about }: Props) {
  const thisMonth = useThisMonth();
  const today = useToday();
  const { send, progress } = useSend(addExpense);
  const categories = useActiveCategories('pengeluaran');
  const places = usePlaces();
  const form = useReportedForm({
    initial: {
      tahun: thisMonth.tahun,
      bulan: thisMonth.bulan,
      judul: '',
      jumlah: empty.number,
      tanggal_digunakan: clearable(today),
      deskripsi: '',
      foto: empty.file,
      kategori: otherCategory,
      tanpa_bukti: '0',
      saksi: '',
      ...firstPlaces,
      ...(about && { ...about, ...monthOf(about.tanggal_digunakan) }),
    },
    schema,
    draftKey: about ? undefined : 'pengeluaran',
    send: async ({ foto, ...body }) => {
      const beda_bulan = isInMonth(body.tanggal_digunakan, body) ? '0' : '1';
      if (beda_bulan === '1' && !(await confirmMonth(body))) {
        const errors = { tanggal_digunakan: 'Periksa tanggal dan bulannya' };
        throw Object.assign(new Error(errors.tanggal_digunakan), { errors });
      }
      return await send({ body: { ...body, beda_bulan }, files: { foto } });
    },
    about: ({ judul }) => judul,
    onSent: onClose,
  });
  return (
    <FormSheet
      of={form}
      title="Tambah Pengeluaran"
      failed="Gagal menambahkan pengeluaran"
      onClose={onClose}
      guard={form.values.foto !== null && leavingPhoto}
      drops={about !== undefined}
    >
      <TextField {...form.field('judul')} label="Judul" placeholder="Misalnya: Lampu jalan Blok A" required />
      <NumberField {...form.field('jumlah')} label="Jumlah" prefix="Rp" required />
      <SelectField {...form.field('kategori')} label="Kategori" options={categories} required />
      <MonthPicker
        year={form.field('tahun')}
        month={form.field('bulan')}
        years={expenseYears(thisMonth.tahun)}
      />
      <DateField {...form.field('tanggal_digunakan')} label="Tanggal digunakan" max={today} required />
      <TextareaField {...form.field('deskripsi')} label="Deskripsi" rows={3} required />
      <PlaceFields account={form.field('akun_id')} fund={form.field('dana_id')} />
      <SwitchField
        label="Tanpa bukti"
        description="Tidak ada nota atau kuitansi. Semua warga melihat tandanya dan nama saksinya."
        checked={form.values.tanpa_bukti === '1'}
        onChange={(on) => form.set('tanpa_bukti', on ? '1' : '0')}
        words={['Ya', 'Tidak']}
      />
      {form.values.tanpa_bukti === '1' ? (
        <TextField
          {...form.field('saksi')}
          label="Nama saksi"
          description="Orang lain yang melihat uang ini dibayarkan."
          required
        />
      ) : (
        <UploadField
          {...form.field('foto')}
          label="Foto bukti"
          description="Foto nota atau kuitansi, maksimal 10 MB."
          required
          progress={progress}
        />
      )}
      {form.values.jumlah !== null && (
        <BalancePreview
          from={placeOf(places, form.values.akun_id, form.values.dana_id)}
          jumlah={form.values.jumlah}
        />
      )}
    </FormSheet>
  );
}

const confirmMonth = (expense: z.output<typeof addExpense.body>) =>
  confirm({
    title: 'Tanggalnya memang di bulan lain?',
    message: `${formatDate(expense.tanggal_digunakan)} tidak berada di ${formatMonth(expense)}.`,
    confirmLabel: 'Ya, simpan',
    cancelLabel: 'Periksa lagi',
    danger: false,
  });
