/** What the payment screens read and send. */
import {
  deletePayment,
  deletePaymentWarga,
  exportMonthPayments,
  exportOwnPayments,
  exportOwnPaymentsWarga,
  listMonthPayments,
  listOwnPayments,
  listOwnPaymentsWarga,
  listPayments,
  recordPayment,
  reviewPayment,
  uploadPayment,
  uploadPaymentWarga,
} from '../../../contract/payments.ts';
import type { Period } from '../../../contract/format.ts';
import { can } from '../../../contract/policy.ts';
import { listResidents } from '../../../contract/residents.ts';
import { useActor } from '../../lib/auth.tsx';
import { useAllRows, useDownload, useRead, useSend } from '../../lib/queries.ts';
import { useSendLater, useWaiting, type WaitingFor } from '../../lib/use-outbox.ts';

const waiting = ['payments', 'dashboard'] as const;
/** A payment that became money: every sum follows. */
const income = [...waiting, 'cash-book', 'reports', 'residents'] as const;

/** The same calls exist for warga and for the other roles (decisions §10 "People"). */
const families = {
  warga: {
    list: listOwnPaymentsWarga,
    upload: uploadPaymentWarga,
    withdraw: deletePaymentWarga,
    exportYear: exportOwnPaymentsWarga,
  },
  staff: {
    list: listOwnPayments,
    upload: uploadPayment,
    withdraw: deletePayment,
    exportYear: exportOwnPayments,
  },
};

function useFamily() {
  return families[can(useActor(), 'payments.own-warga') ? 'warga' : 'staff'];
}

/** One's own payments, newest first. */
export function useOwnPayments() {
  const { id } = useActor();
  return useRead('payments', useFamily().list, { params: { userId: id } });
}

/** Waits for a connection when there is none. */
export const useUploadPayment = () => useSendLater(useFamily().upload, waiting);
/** Also what was sent in a former role: it is refused, and mended it goes by the present role's call. */
export const useUnsentPayments = () =>
  useWaiting<(typeof families)['warga' | 'staff']['upload']>(uploadPaymentWarga, uploadPayment);
export type UnsentPayment = WaitingFor<typeof uploadPayment>;
export const useWithdrawPayment = () => useSend(useFamily().withdraw, waiting);
export const useOwnYearDownload = () => useDownload(useFamily().exportYear);

/** Every row of a month in scope, house by house, residents without a payment among them. */
export function useMonthPayments({ tahun, bulan }: Period) {
  return useAllRows('payments', listMonthPayments, {
    params: { year: tahun, month: bulan },
    query: { include: 'unpaid' },
  });
}

/** Whatever waits for a decision, of any month. */
export function useWaitingPayments() {
  return useAllRows('payments', listPayments, { query: { status: 'menunggu_konfirmasi' } });
}

export const useMonthDownload = () => useDownload(exportMonthPayments);
export const useReviewPayment = () => useSend(reviewPayment, income);
export const useRecordPayment = () => useSend(recordPayment, income);

/** Those a payment can be recorded for. */
export const useActiveResidents = () =>
  useAllRows('residents', listResidents, { query: { status: 'active' } });
