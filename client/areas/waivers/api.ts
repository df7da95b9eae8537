import { getPayerDues } from '../../../contract/arrears.ts';
import { proposeWaiver, settleOldMonths, summarizeOldMonths } from '../../../contract/waivers.ts';
import { useRead, useSend } from '../../shared/queries.ts';

export const usePayerDues = (userId: number) =>
  useRead('payments', getPayerDues, { params: { userId } }).data?.data;
/** What is overdue before a month: of one payer, or of all. */
export const useOldMonths = (sebelum: string, userId: number | undefined, enabled: boolean) =>
  useRead(
    'payments',
    summarizeOldMonths,
    { query: { sebelum, ...(userId === undefined ? {} : { user_id: userId }) } },
    { enabled },
  ).data?.data;
export const useProposeWaiver = () => useSend(proposeWaiver);
export const useSettleOldMonths = () => useSend(settleOldMonths);
