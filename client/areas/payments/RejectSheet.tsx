import { canReview, type ListedPayment } from '../../../contract/payments.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { RejectForm } from './RejectForm.tsx';
import { monthsOf } from './same-proof.ts';
import { type Decision, useDecide } from './use-decide.ts';

interface Props {
  payment: ListedPayment;
  onClose(): void;
  /** All months of the proof are decided, by whomever. */
  onDecided(): void;
}

/** Lies outside of the list: a colleague's decision takes the buttons from the row, or removes it. */
export function RejectSheet({ payment, onClose, onDecided }: Props) {
  const { decide, deciding } = useDecide();
  const reject = async (decision: Decision) => {
    const fresh = await decide(payment, 'ditolak', decision);
    if (fresh === undefined) return;
    const isWaiting = fresh !== null && canReview(fresh); // not decided: its proof had changed meanwhile
    if (!isWaiting && decision.month === undefined) onDecided();
    onClose();
  };
  return (
    <Sheet opened onClose={onClose} title={`Tolak pembayaran ${payment.nama}, ${monthsOf(payment)}?`}>
      <RejectForm
        payment={payment}
        busy={deciding}
        onReject={(decision) => void reject(decision)}
        onCancel={onClose}
      />
    </Sheet>
  );
}
