import type { CallInput } from '../../../contract/endpoint.ts';
import {
  exportComplaintReport,
  exportReport,
  getMonthlyFigures,
  getReport,
} from '../../../contract/reports.ts';
import { useDownload, useRead } from '../../shared/queries.ts';

export type ReportFilter = CallInput<typeof getReport>;

export const useReport = (filter: ReportFilter) => useRead('reports', getReport, filter);
export const useDuesDownload = () => useDownload(exportReport);
export const useComplaintsDownload = () => useDownload(exportComplaintReport);

/** @param bulan `YYYY-MM` */
export const useMonthlyFigures = (bulan: string) =>
  useRead('reports', getMonthlyFigures, { query: { bulan } });
