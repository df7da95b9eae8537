import { useRef } from 'react';
import { formatMonth } from '../../../contract/format.ts';
import {
  canReview,
  type ListedPayment,
  type MonthRow,
  receivingKinds,
  reviewPayment,
  type StaffPayment,
  statusLabels,
} from '../../../contract/payments.ts';
import type { Actor } from '../../../contract/people.ts';
import { canOn } from '../../../contract/policy.ts';
import { CallError } from '../../shared/http.ts';
import { usePlaces } from '../../shared/places.ts';
import { useSend } from '../../shared/queries.ts';
import { clearDraft } from '../../ui/draft.ts';
import { notify } from '../../ui/notify.ts';
import { amountOfProof, isTogether, monthsOf } from './same-proof.ts';

export type Verdict = 'dikonfirmasi' | 'ditolak';

export const isPayment = (row: MonthRow): row is ListedPayment => row.id !== null;

export const mayReview = (actor: Actor, row: MonthRow): row is ListedPayment =>
  isPayment(row) && canReview(row) && row.halangan === null && canOn(actor, 'payments.review', row);

/** Where a confirmed slip goes: into the first of these, unless another one is chosen. */
export const useReceivingBanks = () =>
  usePlaces().accounts.filter(({ jenis }) => jenis === receivingKinds.transfer);

/** Key of the draft of a reason that is being typed. */
export const rejectionDraft = (payment: number) => `tolak-${payment}`;

export interface Decision {
  catatan?: string;
  /** Id of the only payment of the proof that is decided; without it all of them are. */
  month?: number | undefined;
  /** Account that a confirmed payment goes into; the server chooses without it. */
  akun_id?: string | undefined;
}

/**
 * Sends a decision and reports the result.
 * @param tell reports success; a toast by default
 */
export function useDecide(
  tell: (title: string, extra: { message: string; about: string }) => void = notify.success,
) {
  const { send, isSending } = useSend(reviewPayment);
  const underWay = useRef(false); // a ref, because `isSending` is only true after the next render

  /**
   * @returns the fresh record, also when another officer decided first; null when the payment was withdrawn;
   * undefined when sending failed or another decision is being sent
   */
  const decide = async (
    payment: ListedPayment,
    status: Verdict,
    { catatan = '', month, akun_id }: Decision = {},
  ) => {
    if (underWay.current) return undefined;
    underWay.current = true;
    const only = month === undefined ? undefined : payment.sebukti.find(({ id }) => id === month);
    const together = isTogether(payment) && !only;
    const what = `${payment.nama} · ${only ? formatMonth(only) : monthsOf(payment)}`;
    try {
      const { data, message } = await send({
        params: { id: only?.id ?? payment.id },
        body: {
          status,
          catatan,
          akun_id,
          ...(together ? { kelompok: payment.kelompok ?? undefined, jumlah: amountOfProof(payment) } : {}),
        },
      });
      clearDraft(rejectionDraft(payment.id));
      tell(message, { message: `${what}: ${statusLabels[data.status]}`, about: what });
      return { ...payment, ...data };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.code === 'payment_group_changed') {
        notify.news('Bukti ini baru saja berubah', { message: `${what}: ${error.message}` });
        return { ...payment, ...(error.data as StaffPayment) };
      }
      if (error.code === 'payment_already_reviewed') {
        const fresh = { ...payment, ...(error.data as StaffPayment) };
        clearDraft(rejectionDraft(payment.id));
        notify.news('Sudah diproses pengurus lain', { message: `${what}: ${statusLabels[fresh.status]}` });
        return fresh;
      }
      if (error.code === 'not_found') {
        clearDraft(rejectionDraft(payment.id));
        notify.news('Pembayaran sudah dihapus warga', { message: what });
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
