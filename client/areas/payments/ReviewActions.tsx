import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMonth, formatRupiah } from '../../../contract/format.ts';
import type { StaffPayment } from '../../../contract/payments.ts';
import { confirm } from '../../ui/confirm.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RejectForm } from './RejectForm.tsx';
import { useDecide, type Verdict } from './use-decide.ts';

/** Confirm and reject buttons of a table row. Confirming asks first because it cannot be undone. */
export function ReviewActions({ payment }: { payment: StaffPayment }) {
  const { decide, deciding } = useDecide();
  const [rejecting, setRejecting] = useState(false);
  const [decided, setDecided] = useState(false); // prevents a second decision before the row is reloaded
  const settle = async (verdict: Verdict, note?: string) => {
    if ((await decide(payment, verdict, note)) === undefined) return;
    setDecided(true);
    setRejecting(false);
  };
  const accept = async () => {
    const sure = await confirm({
      title: `Konfirmasi pembayaran ${payment.nama}?`,
      message: `${formatMonth(payment)}, ${formatRupiah(payment.jumlah)}. Setelah dikonfirmasi, kekeliruan dikoreksi dengan pembatalan di Buku Kas.`,
      confirmLabel: 'Ya, konfirmasi',
      danger: false,
    });
    if (sure) await settle('dikonfirmasi');
  };
  return (
    <>
      <RowAction
        label="Konfirmasi"
        icon={IconCheck}
        of={payment.nama}
        busy={decided || (deciding && !rejecting)}
        onClick={() => void accept()}
      />
      <RowAction
        label="Tolak"
        icon={IconX}
        of={payment.nama}
        danger
        busy={decided}
        onClick={() => setRejecting(true)}
      />
      <Sheet
        opened={rejecting}
        onClose={() => setRejecting(false)}
        title={`Tolak pembayaran ${payment.nama}, ${formatMonth(payment)}?`}
      >
        <RejectForm
          payment={payment}
          busy={deciding}
          onReject={(note) => void settle('ditolak', note)}
          onCancel={() => setRejecting(false)}
        />
      </Sheet>
    </>
  );
}
