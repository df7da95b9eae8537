/** What the payment screens read and send. */
import {
  countMonthPayments,
  countWaitingPayments,
  deletePayment,
  deletePaymentWarga,
  exportMonthPayments,
  exportOwnPayments,
  exportOwnPaymentsWarga,
  listMonthPayments,
  listOwnPayments,
  listOwnPaymentsWarga,
  listPayments,
  type MonthRow,
  type MonthStatus,
  recordPayment,
  reviewPayment,
  uploadPayment,
  uploadPaymentWarga,
  waiting,
} from '../../../contract/payments.ts';
import type { Period } from '../../../contract/format.ts';
import { can } from '../../../contract/policy.ts';
import { listResidents } from '../../../contract/residents.ts';
import { useActor } from '../../shared/auth.tsx';
import { useDownload, usePages, useRead, useSend } from '../../shared/queries.ts';
import { useSendLater, useWaiting, type WaitingFor } from '../../shared/use-outbox.ts';

/** The same calls exist for warga and for the other roles. */
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
export const useUploadPayment = () => useSendLater(useFamily().upload);
/** Also what was sent in a former role: it is refused, and mended it goes by the present role's call. */
export const useUnsentPayments = () =>
  useWaiting<(typeof families)['warga' | 'staff']['upload']>(uploadPaymentWarga, uploadPayment);
export type UnsentPayment = WaitingFor<typeof uploadPayment>;
export const useWithdrawPayment = () => useSend(useFamily().withdraw);
export const useOwnYearDownload = () => useDownload(useFamily().exportYear);

/** The month that is listed, and what of it; '' is everything. */
export interface MonthFilter extends Period {
  /** A letter. */
  block: string;
  status: MonthStatus | '';
  search: string;
}

/** As the list and its export ask for it. */
export const monthInput = ({ tahun, bulan, block, status, search }: MonthFilter) => ({
  params: { year: tahun, month: bulan },
  query: { blok: block || undefined, status: status || undefined, q: search.trim() || undefined },
});

/** A month in scope, house by house, residents without a payment among them. */
export function useMonthPayments(filter: MonthFilter, enabled = true) {
  const { params, query } = monthInput(filter);
  const input = { params, query: { ...query, include: 'unpaid' as const } };
  return usePages('payments', listMonthPayments, input, { enabled });
}

/** How the month stands, in a block or in all. */
export const useMonthCounts = ({ tahun, bulan }: Period, block = '') =>
  useRead('payments', countMonthPayments, {
    params: { year: tahun, month: bulan },
    query: { blok: block || undefined },
  }).data?.data;

/** Whatever waits for a decision, of any month, the longest waiting first. */
export const useWaitingPayments = (search: string) =>
  usePages('payments', listPayments, {
    query: { status: waiting, urutan: 'terlama', q: search.trim() || undefined },
  });

export const useWaitingCount = () => useRead('payments', countWaitingPayments, {}).data?.data;

export const useMonthDownload = () => useDownload(exportMonthPayments);
export const useReviewPayment = () => useSend(reviewPayment);
export const useRecordPayment = () => useSend(recordPayment);

export const nameAndHouse = ({ nama, blok }: Pick<MonthRow, 'nama' | 'blok'>) =>
  blok ? `${nama} (${blok})` : nama;

/** Those a payment can be recorded for; the first that the search finds. */
export const useActiveResidents = (search: string) =>
  useRead('residents', listResidents, {
    query: { status: 'active', q: search.trim() || undefined, limit: 20 },
  });
