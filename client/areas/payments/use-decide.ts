import { useRef } from 'react';
import { formatMonth } from '../../../contract/format.ts';
import { canReview, type MonthRow, type StaffPayment, statusLabels } from '../../../contract/payments.ts';
import type { Actor } from '../../../contract/people.ts';
import { canOn } from '../../../contract/policy.ts';
import { CallError } from '../../shared/http.ts';
import { notify } from '../../ui/notify.ts';
import { useReviewPayment } from './api.ts';

export type Verdict = 'dikonfirmasi' | 'ditolak';

export const isPayment = (row: MonthRow): row is StaffPayment => row.id !== null;

/** Whether the user may decide on the payment; nobody decides on their own. */
export function mayReview(actor: Actor, row: MonthRow): row is StaffPayment {
  return isPayment(row) && canReview(row) && row.user_id !== actor.id && canOn(actor, 'payments.review', row);
}

/**
 * Sends a decision and reports the result.
 * @param tell reports success; a toast by default
 */
export function useDecide(
  tell: (title: string, extra: { message: string; about: string }) => void = notify.success,
) {
  const { send, isSending } = useReviewPayment();
  const underWay = useRef(false); // a ref, because `isSending` is only true after the next render

  /**
   * @returns the fresh record, also when another officer decided first; null when the payment was withdrawn;
   * undefined when sending failed or another decision is being sent
   */
  const decide = async (payment: StaffPayment, status: Verdict, catatan = '') => {
    if (underWay.current) return undefined;
    underWay.current = true;
    const what = `${payment.nama} · ${formatMonth(payment)}`;
    try {
      const { data, message } = await send({ params: { id: payment.id }, body: { status, catatan } });
      tell(message, { message: `${what}: ${statusLabels[data.status]}`, about: what });
      return data;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === 'payment_already_reviewed') {
        const fresh = error.data as StaffPayment;
        notify.news('Sudah diproses pengurus lain', { message: `${what}: ${statusLabels[fresh.status]}` });
        return fresh;
      }
      if (error.code === 'not_found') {
        notify.news('Pembayaran sudah ditarik warga', { message: what });
        return null;
      }
      notify.failure('Gagal mengupdate status pembayaran', error, what);
      return undefined;
    } finally {
      underWay.current = false;
    }
  };
  return { decide, deciding: isSending };
}
