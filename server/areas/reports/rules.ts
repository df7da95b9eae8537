import { amountOf } from '../../../contract/amount-of.ts';
import {
  type ComplaintCategory,
  type ComplaintStatus,
  complaintCategories,
  complaintStatuses,
} from '../../../contract/complaints.ts';
import type { ComplaintCounts } from './queries.ts';

export const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

export const ofMonth = (counts: ComplaintCounts, month: number) =>
  counts.filter(({ bulan }) => bulan === month);

export const byStatus = (counts: ComplaintCounts) =>
  Object.fromEntries(
    complaintStatuses.map((status) => [status, amountOf(counts.filter((row) => row.status === status))]),
  ) as Record<ComplaintStatus, number>;

export const byCategory = (counts: ComplaintCounts) =>
  Object.fromEntries(
    complaintCategories.map((kategori) => [
      kategori,
      amountOf(counts.filter((row) => row.kategori === kategori)),
    ]),
  ) as Record<ComplaintCategory, number>;
