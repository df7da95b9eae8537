import { IconCheck, IconX } from '@tabler/icons-react';
import { formatRupiah } from '../../../contract/format.ts';
import { canReview, type ListedPayment } from '../../../contract/payments.ts';
import { confirm } from '../../ui/confirm.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import { amountOfProof, monthsOf } from './same-proof.ts';
import { useDecide } from './use-decide.ts';

interface Props {
  payment: ListedPayment;
  /** Name of the account that takes the money, where there are several. */
  into: string | undefined;
  /** Decided, and not reloaded since. */
  isDecided: boolean;
  /** Opens RejectSheet. */
  onReject(): void;
  onDecided(): void;
}

/** Confirm and reject buttons of a table row. Confirming asks first because it cannot be undone. */
export function ReviewActions({ payment, into, isDecided, onReject, onDecided }: Props) {
  const { decide, deciding } = useDecide();
  const of = `${payment.nama}, ${monthsOf(payment)}`; // one payer may have several proofs in the list
  const place = into ? ` Uangnya masuk ke ${into}; rekening lain dipilih di samping buktinya.` : '';
  const accept = async () => {
    const sure = await confirm({
      title: `Konfirmasi pembayaran ${payment.nama}?`,
      message: `${monthsOf(payment)}, ${formatRupiah(amountOfProof(payment))}.${place} Bila nanti ternyata keliru, batalkan di Buku Kas.`,
      confirmLabel: 'Ya, konfirmasi',
      danger: false,
    });
    if (!sure) return;
    const fresh = await decide(payment, 'dikonfirmasi');
    if (fresh === null || (fresh && !canReview(fresh))) onDecided(); // else its proof had changed meanwhile
  };
  return (
    <>
      <RowAction
        label="Konfirmasi"
        icon={IconCheck}
        of={of}
        busy={isDecided || deciding}
        onClick={() => void accept()}
      />
      <RowAction label="Tolak" icon={IconX} of={of} danger busy={isDecided} onClick={onReject} />
    </>
  );
}
