import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMonth, formatRupiah } from '../../../contract/format.ts';
import type { StaffPayment } from '../../../contract/payments.ts';
import { confirm } from '../../ui/confirm.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RejectForm } from './RejectForm.tsx';
import { useDecide } from './use-decide.ts';

/** The verdict from a row of a list. Money is asked about: there is no way back. */
export function ReviewActions({ payment }: { payment: StaffPayment }) {
  const { decide, deciding } = useDecide();
  const [rejecting, setRejecting] = useState(false);
  const accept = async () => {
    const sure = await confirm({
      title: `Konfirmasi pembayaran ${payment.nama}?`,
      message: `${formatMonth(payment)}, ${formatRupiah(payment.jumlah)}. Konfirmasi tidak dapat dibatalkan.`,
      confirmLabel: 'Ya, konfirmasi',
      danger: false,
    });
    if (sure) await decide(payment, 'dikonfirmasi');
  };
  const reject = async (note: string) => {
    if ((await decide(payment, 'ditolak', note)) !== undefined) setRejecting(false);
  };
  return (
    <>
      <RowAction
        label="Konfirmasi"
        icon={IconCheck}
        of={payment.nama}
        busy={deciding && !rejecting}
        onClick={() => void accept()}
      />
      <RowAction label="Tolak" icon={IconX} of={payment.nama} danger onClick={() => setRejecting(true)} />
      <Sheet
        opened={rejecting}
        onClose={() => setRejecting(false)}
        title={`Tolak pembayaran ${payment.nama}, ${formatMonth(payment)}?`}
      >
        <RejectForm
          busy={deciding}
          onReject={(note) => void reject(note)}
          onCancel={() => setRejecting(false)}
        />
      </Sheet>
    </>
  );
}
