import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate, formatMonth } from '../../../contract/format.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import { canReview, type Payment } from '../../../contract/payments.ts';
import { useEstate } from '../../shared/estate.ts';
import { CallError } from '../../shared/http.ts';
import { Button } from '../../ui/Button.tsx';
import { DeleteAction } from '../../ui/DeleteAction.tsx';
import { FormButtons } from '../../ui/Form.tsx';
import { notify } from '../../ui/notify.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useWithdrawPayment } from './api.ts';

interface Props {
  payment: Payment;
  /** All of the user's payments, to find the others of the same proof. */
  payments: readonly Payment[];
}

const failed = (error: unknown) =>
  error instanceof CallError && error.code === 'payment_confirmed'
    ? 'Tidak dapat dihapus!'
    : 'Gagal menghapus pembayaran';

const stays =
  'hilang dari daftar, tetapi tetap tersimpan untuk pemeriksaan. Anda dapat mengirim bukti lain sesudahnya.';

/** Asks which months, if the proof is for several that all wait. */
export function WithdrawAction({ payment, payments }: Props) {
  const { timeZone } = useEstate();
  const { kelompok } = payment;
  const together = payments.filter((one) => kelompok !== null && one.kelompok === kelompok);
  const uploaded = formatDate(payment.tanggal_upload, timeZone);
  const by = useWithdrawPayment();
  if (together.length > 1 && together.every(canReview))
    return <WithdrawSeveral payment={payment} together={together} uploaded={uploaded} by={by} />;
  return (
    <DeleteAction
      id={payment.id}
      of={`pembayaran ${formatMonth(payment)}`}
      question={{
        title: `Hapus pembayaran ${formatMonth(payment)}?`,
        message: `Bukti yang dikirim ${uploaded} ${stays}`,
      }}
      by={by}
      failed={failed}
    />
  );
}

interface SeveralProps {
  payment: Payment;
  together: readonly Payment[];
  uploaded: string;
  by: ReturnType<typeof useWithdrawPayment>;
}

function WithdrawSeveral({ payment, together, uploaded, by }: SeveralProps) {
  const [isAsking, setAsking] = useState(false);
  const { id, kelompok } = payment;
  const remove = async (all: boolean) => {
    setAsking(false);
    const query = all && kelompok !== null ? { kelompok } : {};
    await notify.outcome(
      by.send({ params: { id }, query }),
      failed,
      formatMonths(all ? together : [payment]),
    );
  };
  const month = formatMonth(payment);
  return (
    <>
      <RowAction
        label="Hapus"
        icon={IconTrash}
        of={`pembayaran ${month}`}
        danger
        busy={by.isSending}
        onClick={() => setAsking(true)}
      />
      {isAsking && (
        <Sheet
          opened
          onClose={() => setAsking(false)}
          title={`Hapus pembayaran ${month}?`}
          size="sm"
          footer={
            <FormButtons>
              <Button onClick={() => setAsking(false)}>Batal</Button>
              <Button look="danger" onClick={() => void remove(false)}>
                {month} saja
              </Button>
              <Button look="danger" onClick={() => void remove(true)}>
                Semua {together.length} bulan
              </Button>
            </FormButtons>
          }
        >
          <p>
            Bukti yang dikirim {uploaded} untuk {formatMonths(together)}.
          </p>
          <p>Yang dihapus {stays}</p>
        </Sheet>
      )}
    </>
  );
}
