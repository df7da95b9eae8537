import { useEffect, useState } from 'react';
import { formatMonth } from '../../../contract/format.ts';
import { canReview, type MonthRow, type StaffPayment } from '../../../contract/payments.ts';
import { useActor } from '../../shared/auth.tsx';
import type { CallError } from '../../shared/http.ts';
import { ImageViewer } from '../../ui/ImageViewer.tsx';
import { notify } from '../../ui/notify.ts';
import { proofItems } from './proof.ts';
import { ReviewPanel } from './ReviewPanel.tsx';
import { isPayment, mayReview, useDecide, type Verdict } from './use-decide.ts';

interface Props {
  /** In the order to be seen; rows without a proof are left out. */
  list: {
    /** Absent while loading. */
    rows: readonly MonthRow[] | undefined;
    error: CallError | null;
    hasMore: boolean;
    loadMore(): void;
  };
  /** Id of the payment to begin with; the first one unless told. */
  first?: number | undefined;
  onClose(): void;
}

const none: readonly MonthRow[] = [];

/** One proof after the other, decided without leaving: a verdict moves on to the next that waits. */
export function ReviewViewer({ list, first, onClose }: Props) {
  const { rows = none, hasMore, loadMore } = list;
  const actor = useActor();
  const [said, setSaid] = useState('');
  // Not as a toast: it would lie over the next proof.
  const { decide, deciding } = useDecide((title, { message }) => setSaid(`${title}: ${message}`));
  const { payments, put } = useSitting(rows);
  const [chosen, setCurrent] = useState<string | number | undefined>(first);
  const current = chosen ?? payments[0]?.id ?? null;
  const [tally, setTally] = useState({ dikonfirmasi: 0, ditolak: 0 });
  const waiting = payments.filter((payment) => mayReview(actor, payment));

  const settle = async (payment: StaffPayment, verdict: Verdict, note?: string) => {
    const fresh = await decide(payment, verdict, note);
    if (fresh === undefined) return;
    put(payment.id, fresh);
    if (fresh) setTally((now) => ({ ...now, [fresh.status]: now[fresh.status as Verdict] + 1 }));
    const at = payments.findIndex(({ id }) => id === payment.id);
    const next = [...payments.slice(at + 1), ...payments.slice(0, at)].find((each) => mayReview(actor, each));
    // Unless one has gone on.
    if (next) setCurrent((now) => (now === undefined || now === payment.id ? next.id : now));
  };

  const items = proofItems(payments, (payment) => `${payment.nama} · ${formatMonth(payment)}`);
  const failed = list.rows ? null : list.error;
  const isEmpty = list.rows !== undefined && items.length === 0;
  useEffect(() => {
    if (failed) notify.failure('Bukti belum dapat dimuat', failed);
    if (failed || isEmpty) onClose();
  }, [failed, isEmpty, onClose]);

  return (
    <ImageViewer
      items={items}
      current={current}
      onCurrent={setCurrent}
      onClose={onClose}
      onNearEnd={hasMore ? loadMore : undefined}
      panel={({ payment }) => (
        <ReviewPanel
          payment={payment}
          waiting={waiting.length}
          isMore={hasMore}
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
