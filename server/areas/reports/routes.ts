import { amountOf } from '../../../contract/amount-of.ts';
import { complaintCategories, complaintStatuses } from '../../../contract/complaints.ts';
import { monthIn, monthKey, monthName, monthOf, type Period, shiftMonth } from '../../../contract/format.ts';
import type { LpjSection } from '../../../contract/lpj.ts';
import type { Scope } from '../../../contract/policy.ts';
import * as contract from '../../../contract/reports.ts';
import { startOfMonth } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { blockInTitle } from '../../database/scope.ts';
import { invalidFields } from '../../http/refusal.ts';
import { type Input, route } from '../../http/route.ts';
import { lastClosedMonth } from '../closings/queries.ts';
import { signedHead } from '../log/find-head.ts';
import { moneySections } from '../lpj/write-report.ts';
import { monthlyDues } from '../payments/charged-queries.ts';
import { type ComplaintCounts, countComplaints, latestComplaints } from './queries.ts';

const latest = 5;

export function routes(context: Context) {
  const { db, clock, config } = context;
  return [
    route(contract.getReport, async (input) => {
      const reportQuery = queryOf(input);
      const year = { ...reportQuery, begins: beginsOf(reportQuery, config.timeZone) };
      const counts = await countComplaints(db, year);
      return {
        data: {
          tahun: reportQuery.tahun,
          bulanan: await monthsOf(context, reportQuery),
          aduan: {
            total: amountOf(counts),
            ...byStatus(counts),
            perKategori: byCategory(counts),
            perBulan: months.map((month) => amountOf(ofMonth(counts, month))),
            terbaru: await latestComplaints(db, year, latest),
          },
        },
      };
    }),
    route(contract.exportReport, async (input) => {
      const reportQuery = queryOf(input);
      const thisMonth = monthIn(config.timeZone, clock());
      const data = (await monthsOf(context, reportQuery)).map((row) => ({
        ...row,
        bulan: monthName(row.bulan),
        status: contract.isJudged(row, thisMonth) ? row.status : '',
        dimulai: contract.hasBegun(row, thisMonth), // for the totals; the answer does not name it
      }));
      return { title: titleOf('Laporan Iuran', reportQuery), data };
    }),
    route(contract.getMonthlyFigures, async ({ scope, query: { bulan } }) => {
      const { timeZone } = config;
      const present = monthIn(timeZone, clock());
      const month = bulan === undefined ? shiftMonth(present, -1) : monthOf(bulan);
      if (!contract.hasBegun(month, present)) throw invalidFields({ bulan: 'Bulan itu belum mulai' });
      return { data: await monthlyFigures(context, scope, month, timeZone) };
    }),
    route(contract.exportComplaintReport, async (input) => {
      const reportQuery = queryOf(input);
      const counts = await countComplaints(db, {
        ...reportQuery,
        begins: beginsOf(reportQuery, config.timeZone),
      });
      const data = months.map((month) => {
        const own = ofMonth(counts, month);
        return { bulan: monthName(month), total: amountOf(own), ...byStatus(own), ...byCategory(own) };
      });
      return { title: titleOf('Laporan Aduan', reportQuery), data };
    }),
  ];
}

const queryOf = ({ scope, params, query }: Input<typeof contract.getReport>) => ({
  tahun: params.year,
  scope,
  blok: query.blok,
});
type ReportQuery = ReturnType<typeof queryOf>;

async function monthsOf({ db, config }: Context, { tahun, scope, blok }: ReportQuery) {
  const last = { tahun, bulan: 12 };
  const dues = await monthlyDues(db, scope, { last, months: 12, timeZone: config.timeZone, blok });
  return dues.map((month) => {
    const persentase = contract.percentCollected(month);
    return { ...month, persentase, status: contract.reportStatus(persentase) };
  });
}

const beginsOf = ({ tahun }: ReportQuery, timeZone: string) =>
  [...months.map((bulan) => ({ tahun, bulan })), { tahun: tahun + 1, bulan: 1 }].map((period) =>
    startOfMonth(period, timeZone),
  );

const titleOf = (what: string, { tahun, scope, blok }: ReportQuery) =>
  `${what} ${tahun} ${blockInTitle(scope, blok)}`.trim();

/** From the sums of the LPJ and of the yearly report, so that the group reads the same figures. */
async function monthlyFigures(
  context: Context,
  scope: Scope,
  month: Period,
  timeZone: string,
): Promise<contract.MonthlyFigures> {
  const { db } = context;
  const bulan = monthKey(month);
  const rows = await moneySections(db, { dari: bulan, sampai: bulan });
  const totalOf = (section: LpjSection) =>
    rows.find(({ bagian, total }) => total && bagian === section)?.jumlah ?? 0;
  const [dues] = await monthlyDues(db, scope, { last: month, months: 1, timeZone });
  const closed = await lastClosedMonth(db);
  const { ukuran, kepala } = await signedHead(context);
  return {
    bulan,
    masuk: totalOf('pemasukan'),
    keluar: totalOf('pengeluaran'),
    saldo: totalOf('akhir'),
    belum_ditutup: closed !== null && bulan > closed,
    lunas: dues?.lunas ?? 0,
    wajib: dues?.wajib ?? 0,
    ukuran,
    kepala,
  };
}

const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

const ofMonth = (counts: ComplaintCounts, month: number) => counts.filter(({ bulan }) => bulan === month);

function sumBy<Field extends 'status' | 'kategori'>(
  counts: ComplaintCounts,
  field: Field,
  values: readonly ComplaintCounts[number][Field][],
) {
  const sums = values.map((value) => [value, amountOf(counts.filter((row) => row[field] === value))]);
  return Object.fromEntries(sums) as Record<ComplaintCounts[number][Field], number>;
}

const byStatus = (counts: ComplaintCounts) => sumBy(counts, 'status', complaintStatuses);
const byCategory = (counts: ComplaintCounts) => sumBy(counts, 'kategori', complaintCategories);
