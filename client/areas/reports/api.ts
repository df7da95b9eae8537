import type { CallInput } from '../../../contract/endpoint.ts';
import { getMonthlyFigures, getReport } from '../../../contract/reports.ts';
import { useRead } from '../../shared/queries.ts';

export type ReportFilter = CallInput<typeof getReport>;

export const useReport = (filter: ReportFilter) => useRead('reports', getReport, filter);

/** @param bulan `YYYY-MM` */
export const useMonthlyFigures = (bulan: string) =>
  useRead('reports', getMonthlyFigures, { query: { bulan } });
