import * as z from 'zod/mini';
import { formatMonth, type Period } from '../../../contract/format.ts';
import { monthPayment, monthStatus } from '../../../contract/month-status.ts';
import {
  canPay,
  type Payment,
  payableYears,
  statusLabels,
  uploadPayment,
} from '../../../contract/payments.ts';
import { waitingWords } from '../../../contract/messages.ts';
import { useThisMonth } from '../../shared/estate.ts';
import { Button } from '../../ui/Button.tsx';
import { leavingPhoto } from '../../ui/confirm.ts';
import { Form, FormButtons, SubmitButton } from '../../ui/Form.tsx';
import { MonthPicker } from '../../ui/MonthPicker.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { notify } from '../../ui/notify.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { useForm } from '../../ui/use-form.ts';
import { type UnsentPayment, useUploadPayment } from './api.ts';
import { proofField } from './proof.ts';
import { RecentChanges } from './RecentChanges.tsx';
import { TransferTo } from './TransferTo.tsx';

/** Preselected month and, after a failed send, the proof chosen before. */
export interface Paying {
  period: Period;
  unsent?: UnsentPayment;
}

interface Props {
  paying: Paying | null;
  /** The user's payments, to find the open months. */
  payments: readonly Payment[];
  unsent: readonly Period[];
  onClose(): void;
}

interface Values {
  tahun: number | null;
  bulan: number | null;
  bukti_transfer: File | null;
}

const schema = z.extend(uploadPayment.body, proofField);

const proofOf = (unsent: UnsentPayment | undefined) => {
  const proof = unsent?.files.bukti_transfer;
  return proof instanceof File ? proof : null;
};

export function UploadDialog({ paying, ...rest }: Props) {
  return paying && <OpenDialog paying={paying} {...rest} />;
}

function OpenDialog({ paying, payments, unsent, onClose }: Props & { paying: Paying }) {
  const thisMonth = useThisMonth();
  const { send, progress } = useUploadPayment();
  const form = useForm<Values, z.output<typeof schema>>({
    initial: { ...paying.period, bukti_transfer: proofOf(paying.unsent) },
    schema,
    send: async ({ bukti_transfer, ...body }) => {
      const title = formatMonth(body);
      const answer = await send({ body, files: { bukti_transfer } }, { title, instead: paying.unsent?.key });
      if (answer) notify.success(answer.message, { message: title });
      else notify.news(waitingWords.title, { message: waitingWords.kept });
    },
    onSent: onClose,
  });

  const { tahun, bulan, bukti_transfer } = form.values;
  const earlier = tahun && bulan ? monthPayment(payments, { tahun, bulan }) : undefined;
  const takenBy = (year: number | null, month: number) => {
    if (unsent.some((one) => one.tahun === year && one.bulan === month)) return waitingWords.title;
    const status = monthStatus(payments, { tahun: year ?? 0, bulan: month });
    return canPay(status) ? undefined : statusLabels[status];
  };
  const changeYear = (year: number | null) => {
    form.set('tahun', year);
    if (bulan && takenBy(year, bulan)) form.set('bulan', null);
  };

  return (
    <Sheet
      opened
      onClose={onClose}
      title="Tambah Pembayaran"
      guard={bukti_transfer !== null && (paying.unsent ? form.dirty : leavingPhoto)}
    >
      <Form of={form} label="Tambah Pembayaran" failed="Gagal mengupload pembayaran">
        <MonthPicker
          year={tahun}
          month={bulan}
          years={payableYears(thisMonth.tahun)}
          unavailable={(month) => takenBy(tahun, month)}
          onYear={changeYear}
          onMonth={(month) => form.set('bulan', month)}
          yearError={form.errors.tahun}
          monthError={form.errors.bulan}
          yearPath="tahun"
          monthPath="bulan"
        />
        {earlier?.status === 'ditolak' && (
          <Notice tone="warning" title="Bukti sebelumnya ditolak">
            <p>{earlier.catatan ?? 'Periksa kembali jumlah, rekening tujuan, dan kejelasan fotonya.'}</p>
            <p>Jika uangnya sudah Anda transfer, cukup kirim bukti yang benar.</p>
          </Notice>
        )}
        <RecentChanges only="rekening" />
        <TransferTo month={{ tahun: tahun ?? thisMonth.tahun, bulan: bulan ?? thisMonth.bulan }} />
        <UploadField
          {...form.field('bukti_transfer')}
          label="Bukti transfer"
          description="Foto struk atau tangkapan layar, maksimal 10 MB."
          accept="image/*"
          required
          progress={progress}
        />
        <FormButtons>
          <Button onClick={onClose}>Batal</Button>
          <SubmitButton>Kirim bukti</SubmitButton>
        </FormButtons>
      </Form>
    </Sheet>
  );
}
