import { useEffect, useMemo, useState } from 'react';
import { canReview, type ListedPayment, type MonthRow } from '../../../contract/payments.ts';
import { useActor } from '../../shared/auth.tsx';
import type { CallError } from '../../shared/http.ts';
import { ImageViewer } from '../../ui/ImageViewer.tsx';
import { notify } from '../../ui/notify.ts';
import { proofItems } from './proof.ts';
import { ReviewPanel } from './ReviewPanel.tsx';
import { monthsOf, oncePerProof } from './same-proof.ts';
import { type Decision, isPayment, mayReview, useDecide, type Verdict } from './use-decide.ts';

interface Props {
  /** In display order; payments without a proof are skipped. */
  list: {
    rows: readonly MonthRow[] | undefined;
    error: CallError | null;
    hasMore: boolean;
    loadMore(): void;
  };
  first?: number | undefined;
  onClose(): void;
}

const none: readonly MonthRow[] = [];

/** Shows proofs one by one. A decision advances to the next waiting payment. */
export function ReviewViewer({ list, first, onClose }: Props) {
  const { rows: all = none, hasMore } = list;
  const rows = useMemo(() => oncePerProof(all), [all]);
  const actor = useActor();
  const [said, setSaid] = useState('');
  // No toast: it would cover the next proof.
  const { decide, deciding } = useDecide((title, { message }) => setSaid(`${title}: ${message}`));
  const { payments, put } = useReviewList(rows);
  const [chosen, setCurrent] = useState<string | number | undefined>(first);
  const current = chosen ?? payments[0]?.id ?? null;
  const [account, setAccount] = useState<string>();
  const [tally, setTally] = useState({ dikonfirmasi: 0, ditolak: 0 });
  const waiting = payments.filter((payment) => mayReview(actor, payment));

  const settle = async (payment: ListedPayment, verdict: Verdict, decision?: Decision) => {
    const fresh = await decide(payment, verdict, decision);
    if (fresh === undefined) return;
    if (fresh && fresh.id !== payment.id) return; // one month of a proof; its other months come with the next read
    put(payment.id, fresh);
    if (fresh && canReview(fresh)) return;
    if (fresh) setTally((now) => ({ ...now, [fresh.status]: now[fresh.status as Verdict] + 1 }));
    const at = payments.findIndex(({ id }) => id === payment.id);
    const next = [...payments.slice(at + 1), ...payments.slice(0, at)].find((each) => mayReview(actor, each));
    // Only when the user has not moved on meanwhile.
    if (next) setCurrent((now) => (now === undefined || now === payment.id ? next.id : now));
  };

  const items = proofItems(payments, (payment) => `${payment.nama} · ${monthsOf(payment)}`);
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
      onCurrent={(key) => (key === null ? onClose() : setCurrent(key))}
      list={list}
      panel={({ payment }) => (
        <ReviewPanel
          payment={payment}
          waiting={waiting.length}
          isMore={hasMore}
          tally={tally}
          said={said}
          busy={deciding}
          account={account}
          onAccount={setAccount}
          onVerdict={(verdict, decision) => void settle(payment, verdict, decision)}
          onClose={onClose}
        />
      )}
    />
  );
}

/**
 * Payments shown since the viewer opened. A payment that no longer matches the list's filter keeps its
 * position with its last known state, so that the counter is stable and the user can go back; new ones are
 * appended.
 */
function useReviewList(rows: readonly MonthRow[]) {
  const [lastRows, setLastRows] = useState(rows);
  const [payments, setPayments] = useState(() => rows.filter(isPayment));
  if (lastRows !== rows) {
    setLastRows(rows);
    const fresh = new Map(rows.filter(isPayment).map((payment) => [payment.id, payment]));
    // Decisions are final: an older response that still says "waiting" is ignored.
    const kept = payments.map((payment) => (canReview(payment) && fresh.get(payment.id)) || payment);
    for (const { id } of payments) fresh.delete(id);
    setPayments([...kept, ...fresh.values()]);
  }
  /** @param fresh null when the payment was deleted */
  const put = (id: number, fresh: ListedPayment | null) =>
    setPayments((now) => now.flatMap((payment) => (payment.id === id ? (fresh ?? []) : payment)));
  return { payments, put };
}
