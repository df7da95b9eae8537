import {
  type ComplaintCategory,
  complaintCategories,
  type ComplaintStatus,
  complaintStatuses,
} from '../../../contract/complaints.ts';
import { monthName } from '../../../contract/format.ts';
import type { Scope } from '../../../contract/policy.ts';
import { exportReport, getReport, type Report, reportStatus } from '../../../contract/reports.ts';
import { startOfMonth } from '../../platform/clock.ts';
import type { Context } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import { monthlyDues } from '../dashboard/queries.ts';
import * as queries from './queries.ts';

const latest = 5;

export function reportRoutes(context: Context) {
  return [
    route(getReport, async ({ scope, params, query }) => ({
      data: await makeReport(context, { tahun: params.year, scope, blok: query.blok || undefined }),
    })),
    route(exportReport, async ({ scope, params, query }) => {
      const blok = query.blok || undefined;
      const { bulanan, aduan } = await makeReport(context, { tahun: params.year, scope, blok });
      const data = bulanan.map((month) => ({
        ...month,
        bulan: monthName(month.bulan),
        aduan: aduan.perBulan[month.bulan - 1] ?? 0,
      }));
      return { title: blok ? `Laporan ${params.year} Blok ${blok}` : `Laporan ${params.year}`, data };
    }),
  ];
}

interface Wanted {
  tahun: number;
  scope: Scope;
  blok: string | undefined;
}

async function makeReport({ db, config }: Context, { tahun, scope, blok }: Wanted): Promise<Report> {
  const boundaries = Array.from({ length: 13 }, (_, index) =>
    startOfMonth({ tahun: tahun + Math.floor(index / 12), bulan: (index % 12) + 1 }, config.timeZone),
  );
  const [from = '', until = ''] = [boundaries[0], boundaries[12]];
  const year = { scope, blok, from, until };
  const dues = await monthlyDues(db, scope, {
    last: { tahun, bulan: 12 },
    months: 12,
    timeZone: config.timeZone,
    blok,
  });
  const counts = await queries.countComplaints(db, year);
  return {
    tahun,
    bulanan: dues.map(({ bulan, target, terkumpul }) => {
      const persentase = target === 0 ? 0 : Math.round((terkumpul / target) * 100);
      return { bulan, target, terkumpul, persentase, status: reportStatus(persentase) };
    }),
    aduan: {
      total: sum(counts),
      ...byStatus(counts),
      perKategori: byCategory(counts),
      perBulan: await queries.countByMonth(db, year, boundaries),
      terbaru: await queries.latestComplaints(db, year, latest),
    },
  };
}

type Counts = readonly { status: string; kategori: string; jumlah: number }[];

const sum = (counts: Counts) => counts.reduce((total, { jumlah }) => total + jumlah, 0);

const byStatus = (counts: Counts) =>
  Object.fromEntries(
    complaintStatuses.map((status) => [status, sum(counts.filter((row) => row.status === status))]),
  ) as Record<ComplaintStatus, number>;

const byCategory = (counts: Counts) =>
  Object.fromEntries(
    complaintCategories.map((kategori) => [kategori, sum(counts.filter((row) => row.kategori === kategori))]),
  ) as Record<ComplaintCategory, number>;
