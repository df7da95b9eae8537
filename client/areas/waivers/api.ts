import { listWaivers, summarizeOldMonths, type Waiver } from '../../../contract/waivers.ts';
import { useRead } from '../../shared/queries.ts';

/** Months that one decision waives, oldest first. */
export interface RunningWaiver extends Omit<Waiver, 'tahun' | 'bulan' | 'jumlah'> {
  months: readonly Waiver[];
}

export function useRunningWaivers(userId: number): RunningWaiver[] {
  const waived = useRead('payments', listWaivers, { params: { userId } }).data?.data ?? [];
  const decisions = Map.groupBy(waived, ({ persetujuan_id }) => persetujuan_id);
  return [...decisions.values()].flatMap((months) =>
    months.slice(0, 1).map((first) => ({ ...first, months })),
  );
}

/** What is overdue before a month: of one payer, or of all. */
export const useOldMonths = (sebelum: string, userId: number | undefined, enabled: boolean) =>
  useRead(
    'payments',
    summarizeOldMonths,
    { query: { sebelum, ...(userId === undefined ? {} : { user_id: userId }) } },
    { enabled },
  ).data?.data;
