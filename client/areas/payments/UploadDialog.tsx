import * as z from 'zod/mini';
import { useState } from 'react';
import { formatMonth, type Period } from '../../../contract/format.ts';
import {
  canPay,
  monthStatus,
  type Payment,
  payableYears,
  statusLabels,
  uploadPayment,
} from '../../../contract/payments.ts';
import { useThisMonth } from '../../lib/estate.ts';
import { Button } from '../../ui/Button.tsx';
import { Form, FormButtons, SubmitButton } from '../../ui/Form.tsx';
import { MonthPicker } from '../../ui/MonthPicker.tsx';
import { notify } from '../../ui/notify.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { useForm } from '../../ui/use-form.ts';
import { useUploadPayment } from './api.ts';
import { proofField } from './proof.ts';
import { TransferTo } from './TransferTo.tsx';

interface Props {
  /** The month to begin with; null when closed. */
  period: Period | null;
  /** One's own, to know which months are open. */
  payments: readonly Payment[];
  onClose(): void;
}

interface Values {
  tahun: number | null;
  bulan: number | null;
  bukti_transfer: File | null;
}

const schema = z.extend(uploadPayment.body, proofField);

/** A resident's transfer proof for one month; the amount is the estate's dues. */
export function UploadDialog({ period, payments, onClose }: Props) {
  const thisMonth = useThisMonth();
  const { send, progress } = useUploadPayment();
  const form = useForm<Values, z.output<typeof schema>>({
    initial: { ...(period ?? thisMonth), bukti_transfer: null },
    schema,
    send: async ({ bukti_transfer, ...body }) => {
      const { message } = await send({ body, files: { bukti_transfer } });
      notify.success(message, { message: formatMonth(body) });
      onClose();
    },
  });
  const [asked, setAsked] = useState(period);
  if (period && period !== asked) {
    setAsked(period);
    form.reset({ ...period, bukti_transfer: null });
  }

  const { tahun, bulan, bukti_transfer } = form.values;
  const takenBy = (month: number) => {
    const status = monthStatus(payments, { tahun: tahun ?? 0, bulan: month });
    return canPay(status) ? undefined : statusLabels[status];
  };
  const changeYear = (year: number | null) => {
    form.set('tahun', year);
    if (bulan && year && !canPay(monthStatus(payments, { tahun: year, bulan }))) form.set('bulan', null);
  };

  return (
    <Sheet
      opened={period !== null}
      onClose={onClose}
      title="Tambah Pembayaran"
      guard={bukti_transfer !== null}
    >
      <Form of={form} label="Tambah Pembayaran" failed="Gagal mengupload pembayaran">
        <MonthPicker
          year={tahun}
          month={bulan}
          years={payableYears(thisMonth.tahun)}
          unavailable={takenBy}
          onYear={changeYear}
          onMonth={(month) => form.set('bulan', month)}
          yearError={form.errors.tahun}
          monthError={form.errors.bulan}
          yearPath="tahun"
          monthPath="bulan"
        />
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
