import { useState } from 'react';
import * as z from 'zod/mini';
import { addExpense, expenseYears } from '../../../contract/expenses.ts';
import { dateIn } from '../../../contract/format.ts';
import { useEstate, useThisMonth } from '../../shared/estate.ts';
import { Button } from '../../ui/Button.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { leavingPhoto } from '../../ui/confirm.ts';
import { Form, FormButtons, SubmitButton } from '../../ui/Form.tsx';
import { MonthPicker } from '../../ui/MonthPicker.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { notify } from '../../ui/notify.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useAddExpense } from './api.ts';
import { photoField } from './photo.ts';

const schema = z.extend(addExpense.body, photoField);

interface Values {
  tahun: number | null;
  bulan: number | null;
  judul: string;
  jumlah: number | null;
  tanggal_digunakan: string | null;
  deskripsi: string;
  foto: File | null;
}

interface Props {
  opened: boolean;
  onClose(): void;
}

export function AddExpenseDialog({ opened, onClose }: Props) {
  return opened && <OpenDialog onClose={onClose} />;
}

function OpenDialog({ onClose }: Pick<Props, 'onClose'>) {
  const thisMonth = useThisMonth();
  const { timeZone } = useEstate();
  const [today] = useState(() => dateIn(timeZone, new Date()));
  const { send, progress } = useAddExpense();
  const form = useForm<Values, z.output<typeof schema>>({
    initial: {
      tahun: thisMonth.tahun,
      bulan: thisMonth.bulan,
      judul: '',
      jumlah: null,
      tanggal_digunakan: today,
      deskripsi: '',
      foto: null,
    },
    schema,
    draftKey: 'pengeluaran',
    send: async ({ foto, ...body }) => {
      const { message } = await send({ body, files: { foto } });
      notify.success(message, { message: body.judul });
    },
    onSent: onClose,
  });
  return (
    // The draft cannot store the photo.
    <Sheet
      opened
      onClose={onClose}
      title="Tambah Pengeluaran"
      guard={form.values.foto !== null && leavingPhoto}
    >
      <Form of={form} label="Tambah Pengeluaran" failed="Gagal menambahkan pengeluaran">
        <TextField
          {...form.field('judul')}
          label="Judul"
          placeholder="Misalnya: Lampu jalan Blok A"
          required
        />
        <NumberField {...form.field('jumlah')} label="Jumlah" prefix="Rp" required />
        <MonthPicker
          year={form.values.tahun}
          month={form.values.bulan}
          years={expenseYears(thisMonth.tahun)}
          onYear={(year) => form.set('tahun', year)}
          onMonth={(month) => form.set('bulan', month)}
          yearError={form.errors.tahun}
          monthError={form.errors.bulan}
          yearPath="tahun"
          monthPath="bulan"
        />
        <DateField {...form.field('tanggal_digunakan')} label="Tanggal digunakan" max={today} required />
        <TextareaField {...form.field('deskripsi')} label="Deskripsi" rows={3} required />
        <UploadField
          {...form.field('foto')}
          label="Foto bukti"
          description="Foto nota atau kuitansi, maksimal 10 MB."
          accept="image/*"
          required
          progress={progress}
        />
        <FormButtons>
          <Button onClick={onClose}>Batal</Button>
          <SubmitButton>Simpan</SubmitButton>
        </FormButtons>
      </Form>
    </Sheet>
  );
}
