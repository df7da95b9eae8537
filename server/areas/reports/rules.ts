import {
  type ComplaintCategory,
  type ComplaintStatus,
  complaintCategories,
  complaintStatuses,
} from '../../../contract/complaints.ts';
import type { ComplaintCounts } from './queries.ts';

export const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

export const total = (counts: ComplaintCounts) => counts.reduce((sum, { jumlah }) => sum + jumlah, 0);

export const ofMonth = (counts: ComplaintCounts, month: number) =>
  counts.filter(({ bulan }) => bulan === month);

export const byStatus = (counts: ComplaintCounts) =>
  Object.fromEntries(
    complaintStatuses.map((status) => [status, total(counts.filter((row) => row.status === status))]),
  ) as Record<ComplaintStatus, number>;

export const byCategory = (counts: ComplaintCounts) =>
  Object.fromEntries(
    complaintCategories.map((kategori) => [
      kategori,
      total(counts.filter((row) => row.kategori === kategori)),
    ]),
  ) as Record<ComplaintCategory, number>;
