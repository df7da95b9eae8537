import { getOwnDues, type OwnDues } from '../../../contract/arrears.ts';
import type { Period } from '../../../contract/format.ts';
import {
  countMonthPayments,
  deletePayment,
  deletePaymentWarga,
  exportOwnPayments,
  exportOwnPaymentsWarga,
  listMonthPayments,
  listOwnPayments,
  listOwnPaymentsWarga,
  listPayments,
  type MonthStatus,
  uploadPayment,
  uploadPaymentWarga,
  waiting,
} from '../../../contract/payments.ts';
import { can } from '../../../contract/policy.ts';
import { duesIn } from '../../../contract/settings.ts';
import { useActor } from '../../shared/auth.tsx';
import { useDues } from '../../shared/estate.ts';
import { usePayerDues } from '../../shared/payers.ts';
import { usePages, useRead, useSend } from '../../shared/queries.ts';
import { useSendLater, useWaiting, type WaitingFor } from '../../shared/use-outbox.ts';

/** Residents and officers have separate endpoints with the same fields. */
const endpoints = {
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

function useEndpoints() {
  return endpoints[can(useActor(), 'payments.own-warga') ? 'warga' : 'staff'];
}

export function useOwnPayments() {
  const { id } = useActor();
  return useRead('payments', useEndpoints().list, { params: { userId: id } });
}

export const useOwnDues = () => useRead('payments', getOwnDues, {});

/** What months cost: of a payer's house, or the general dues as long as its own are not known. */
function useRates(tarif: OwnDues['tarif'] | undefined): (month: Period) => number {
  const general = useDues();
  return (month) => (tarif ? duesIn(tarif, month) : general(month));
}
export const useOwnRates = () => useRates(useOwnDues().data?.data.tarif);
export const usePayerRates = (userId: string | null) => useRates(usePayerDues(userId)?.tarif);

/** Stored in the outbox when there is no connection. */
export const useUploadPayment = () => useSendLater(useEndpoints().upload);
/** Includes forms stored under a former role; correcting one sends it by the current role's endpoint. */
export const useUnsentPayments = () =>
  useWaiting<(typeof endpoints)['warga' | 'staff']['upload']>(uploadPaymentWarga, uploadPayment);
export type UnsentPayment = WaitingFor<typeof uploadPayment>;
export const useWithdrawPayment = () => useSend(useEndpoints().withdraw);
export const useOwnYearExport = () => useEndpoints().exportYear;

export interface MonthFilter extends Period {
  block: string;
  status: MonthStatus | '';
  search: string;
}

export const monthInput = ({ tahun, bulan, block, status, search }: MonthFilter) => ({
  params: { year: tahun, month: bulan },
  query: { blok: block || undefined, status: status || undefined, q: search.trim() || undefined },
});

/** Payments of a month in scope, by house, including residents without a payment. */
export function useMonthPayments(filter: MonthFilter, enabled = true) {
  const { params, query } = monthInput(filter);
  const input = { params, query: { ...query, include: 'unpaid' as const } };
  return usePages('payments', listMonthPayments, input, { enabled });
}

export const useMonthCounts = ({ tahun, bulan }: Period, block = '') =>
  useRead('payments', countMonthPayments, {
    params: { year: tahun, month: bulan },
    query: { blok: block || undefined },
  }).data?.data;

export const useWaitingPayments = (search: string) =>
  usePages('payments', listPayments, {
    query: { status: waiting, urutan: 'terlama', q: search.trim() || undefined },
  });
