import { useState } from 'react';
import { formatMonth } from '../../../contract/format.ts';
import { canReview, type MonthRow, type StaffPayment } from '../../../contract/payments.ts';
import { useActor } from '../../lib/auth.tsx';
import { ImageViewer } from '../../ui/ImageViewer.tsx';
import { proofItems } from './proof.ts';
import { ReviewPanel } from './ReviewPanel.tsx';
import { isPayment, mayReview, useDecide, type Verdict } from './use-decide.ts';

/** What a page opens the viewer for. */
export interface Reviewing {
  /** Id of the payment to begin with. */
  first: number;
  /** Only what waits, or all that is listed. */
  among: 'waiting' | 'shown';
}

interface Props {
  /** In the order to be seen; rows without a proof are left out. */
  rows: readonly MonthRow[];
  /** Mount the viewer to open it. */
  first: number;
  onClose(): void;
}

/** One proof after the other, decided without leaving: a verdict moves on to the next that waits. */
export function ReviewViewer({ rows, first, onClose }: Props) {
  const actor = useActor();
  const [said, setSaid] = useState('');
  // Not as a toast: it would lie over the next proof.
  const { decide, deciding } = useDecide((title, { message }) => setSaid(`${title}: ${message}`));
  const { payments, put } = useSitting(rows);
  const [current, setCurrent] = useState<string | number>(first);
  const [tally, setTally] = useState({ dikonfirmasi: 0, ditolak: 0 });
  const waiting = payments.filter((payment) => mayReview(actor, payment));

  const settle = async (payment: StaffPayment, verdict: Verdict, note?: string) => {
    const fresh = await decide(payment, verdict, note);
    if (fresh === undefined) return;
    put(payment.id, fresh);
    if (fresh) setTally((now) => ({ ...now, [fresh.status]: now[fresh.status as Verdict] + 1 }));
    const at = payments.findIndex(({ id }) => id === payment.id);
    const next = [...payments.slice(at + 1), ...payments.slice(0, at)].find((each) => mayReview(actor, each));
    if (next) setCurrent((now) => (now === payment.id ? next.id : now)); // unless one has gone on
  };

  return (
    <ImageViewer
      items={proofItems(payments, (payment) => `${payment.nama} · ${formatMonth(payment)}`)}
      current={current}
      onCurrent={setCurrent}
      onClose={onClose}
      panel={({ payment }) => (
        <ReviewPanel
          payment={payment}
          waiting={waiting.length}
          tally={tally}
          said={said}
          busy={deciding}
          onVerdict={(verdict, note) => void settle(payment, verdict, note)}
          onClose={onClose}
        />
      )}
    />
  );
}

/**
 * The payments of one sitting. Those that leave the list (its filter no longer fits them) keep their place with the
 * state last heard, so that the counter stands still and one can look back; new ones join at the end.
 */
function useSitting(rows: readonly MonthRow[]) {
  const [heard, setHeard] = useState(rows);
  const [payments, setPayments] = useState(() => rows.filter(isPayment));
  if (heard !== rows) {
    setHeard(rows);
    const fresh = new Map(rows.filter(isPayment).map((payment) => [payment.id, payment]));
    // A verdict is final: rows read before it say that the payment still waits.
    const kept = payments.map((payment) => (canReview(payment) && fresh.get(payment.id)) || payment);
    for (const { id } of payments) fresh.delete(id);
    setPayments([...kept, ...fresh.values()]);
  }
  /** @param fresh null when the payment is gone */
  const put = (id: number, fresh: StaffPayment | null) =>
    setPayments((now) => now.flatMap((payment) => (payment.id === id ? (fresh ?? []) : payment)));
  return { payments, put };
}
