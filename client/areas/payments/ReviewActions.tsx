import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatRupiah } from '../../../contract/format.ts';
import { canReview, type ListedPayment } from '../../../contract/payments.ts';
import { confirm } from '../../ui/confirm.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { RejectForm } from './RejectForm.tsx';
import { amountOfProof, monthsOf } from './same-proof.ts';
import { type Decision, useDecide, type Verdict } from './use-decide.ts';

/** Confirm and reject buttons of a table row. Confirming asks first because it cannot be undone. */
export function ReviewActions({ payment }: { payment: ListedPayment }) {
  const { decide, deciding } = useDecide();
  const [rejecting, setRejecting] = useState(false);
  const [decided, setDecided] = useState(false); // prevents a second decision before the row is reloaded
  const settle = async (verdict: Verdict, decision?: Decision) => {
    const fresh = await decide(payment, verdict, decision);
    if (fresh === undefined) return;
    const isWaiting = fresh !== null && canReview(fresh); // not decided: its proof had changed meanwhile
    setDecided(!isWaiting && decision?.month === undefined); // the other months of the proof still wait
    setRejecting(false);
  };
  const of = `${payment.nama}, ${monthsOf(payment)}`; // one payer may have several proofs in the list
  const accept = async () => {
    const sure = await confirm({
      title: `Konfirmasi pembayaran ${payment.nama}?`,
      message: `${monthsOf(payment)}, ${formatRupiah(amountOfProof(payment))}. Setelah dikonfirmasi, kekeliruan dikoreksi dengan pembatalan di Buku Kas.`,
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
        of={of}
        busy={decided || (deciding && !rejecting)}
        onClick={() => void accept()}
      />
      <RowAction
        label="Tolak"
        icon={IconX}
        of={of}
        danger
        busy={decided}
        onClick={() => setRejecting(true)}
      />
      <Sheet
        opened={rejecting}
        onClose={() => setRejecting(false)}
        title={`Tolak pembayaran ${payment.nama}, ${monthsOf(payment)}?`}
      >
        <RejectForm
          payment={payment}
          busy={deciding}
          onReject={(decision) => void settle('ditolak', decision)}
          onCancel={() => setRejecting(false)}
        />
      </Sheet>
    </>
  );
}
