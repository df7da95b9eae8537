import { formatRupiah } from '../../../contract/format.ts';
import { methodLabels, paymentMethods, receivingKinds } from '../../../contract/payments.ts';
import { MonthChips } from '../../shared/MonthChips.tsx';
import { MonthCountField, picking } from '../../shared/MonthCountField.tsx';
import { PlaceFields } from '../../shared/PlaceFields.tsx';
import { ResidentField } from '../../shared/ResidentField.tsx';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { MonthPicker } from '../../ui/MonthPicker.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import type { useRecordForm } from './use-record-form.ts';

interface Props {
  of: ReturnType<typeof useRecordForm>;
  onCancel?: (() => void) | undefined;
}

export const formHeight = '32rem';

/**
 * Records money that an officer received. The payment is confirmed at once, so every field of the cash book
 * is required.
 */
export function RecordForm({ of: record, onCancel }: Props) {
  const { form, years, open, owed, halangan, changePayer, changeCount, progress } = record;
  const { banyak, user_id, jumlah } = form.values;
  const isPicking = banyak === picking;
  return (
    <Form of={form} label="Tambah Pembayaran Warga" failed="Gagal menambahkan pembayaran">
      <ResidentField {...form.field('user_id')} chosen={form.values.warga} onChange={changePayer} />
      {halangan && <Notice tone="warning">{halangan}</Notice>}
      {!isPicking && <MonthPicker year={form.field('tahun')} month={form.field('bulan')} years={years} />}
      <MonthCountField
        value={banyak}
        onChange={changeCount}
        isPayerChosen={user_id !== null}
        {...(!isPicking && { error: form.errors['bulan[]'], 'data-path': 'bulan[]' })}
      />
      {isPicking && (
        <MonthChips
          {...form.field('bulan[]')}
          label="Bulan yang dibayar"
          months={open}
          value={form.values['bulan[]'] ?? []}
        />
      )}
      <NumberField
        {...form.field('jumlah')}
        label="Jumlah"
        description="Langsung Lunas dan tidak dapat dihapus."
        prefix="Rp"
        required
      />
      {user_id !== null && jumlah !== null && owed > 0 && jumlah !== owed && (
        <Notice tone="warning">
          Iurannya {formatRupiah(owed)}, jumlah ini {jumlah < owed ? 'kurang' : 'lebih'}{' '}
          {formatRupiah(Math.abs(jumlah - owed))}. Bulannya tetap menjadi Lunas.
        </Notice>
      )}
      <SelectField
        {...form.field('metode')}
        label="Cara bayar"
        options={optionsOf(paymentMethods, methodLabels)}
      />
      <PlaceFields
        account={form.field('akun_id')}
        fund={form.field('dana_id')}
        kind={receivingKinds[form.values.metode]}
      />
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
          required
          progress={progress}
        />
      )}
      <SubmitButtons onCancel={onCancel}>Tambah Pembayaran</SubmitButtons>
    </Form>
  );
}
