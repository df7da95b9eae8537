import { methodLabels, type PaymentMethod, paymentMethods } from '../../../contract/payments.ts';
import { PlaceFields } from '../../shared/PlaceFields.tsx';
import { Button } from '../../ui/Button.tsx';
import { Form, FormButtons, SubmitButton } from '../../ui/Form.tsx';
import { MonthPicker } from '../../ui/MonthPicker.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { ResidentField } from './ResidentField.tsx';
import { monthCounts, type useRecordForm } from './use-record-form.ts';

interface Props {
  of: ReturnType<typeof useRecordForm>;
  onCancel?: (() => void) | undefined;
}

export const formHeight = '32rem';

/**
 * Records money that an officer received. The payment is confirmed at once, so every field of the cash book
 * is required.
 */
export function RecordForm({ of: { form, years, changeMonth, progress }, onCancel }: Props) {
  return (
    <Form of={form} label="Tambah Pembayaran Warga" failed="Gagal menambahkan pembayaran">
      <ResidentField
        {...form.field('user_id')}
        chosen={form.values.warga}
        onChange={(id, chosen) => {
          form.field('user_id').onChange(id);
          form.field('warga').onChange(chosen);
        }}
      />
      <MonthPicker
        year={form.values.tahun}
        month={form.values.bulan}
        years={years}
        onYear={(year) => changeMonth('tahun', year)}
        onMonth={(month) => changeMonth('bulan', month)}
        yearError={form.errors.tahun}
        monthError={form.errors.bulan}
        yearPath="tahun"
        monthPath="bulan"
      />
      <SelectField
        label="Dibayar sekaligus"
        description={
          form.values.banyak === '1'
            ? undefined
            : 'Berturut-turut mulai dari yang dipilih di atas, dengan satu bukti.'
        }
        options={monthCounts.map((value) => ({ value, label: `${value} bulan` }))}
        value={form.values.banyak}
        onChange={(value) => changeMonth('banyak', value)}
        error={form.errors['bulan[]']}
      />
      <NumberField
        {...form.field('jumlah')}
        label="Jumlah"
        description="Langsung Lunas dan tidak dapat dihapus."
        prefix="Rp"
        required
      />
      <SelectField
        {...form.field('metode')}
        label="Cara bayar"
        options={paymentMethods.map((value) => ({ value, label: methodLabels[value] }))}
        onChange={(value) => form.set('metode', value as PaymentMethod)}
      />
      <PlaceFields account={form.field('akun_id')} fund={form.field('dana_id')} />
      <TextareaField
        {...form.field('keterangan')}
        label="Keterangan (opsional)"
        placeholder="Misalnya: dibayar tunai di pos ronda"
        rows={2}
      />
      {form.values.metode === 'transfer' && (
        <UploadField
          {...form.field('bukti_transfer')}
          label="Bukti transfer"
          description="Foto struk atau kuitansi, maksimal 10 MB. Untuk uang tunai tidak perlu foto."
          accept="image/*"
          required
          progress={progress}
        />
      )}
      <FormButtons>
        {onCancel && <Button onClick={onCancel}>Batal</Button>}
        <SubmitButton>Tambah Pembayaran</SubmitButton>
      </FormButtons>
    </Form>
  );
}
