import { monthIn, monthName, type Period } from '../../../contract/format.ts';
import type { Scope } from '../../../contract/policy.ts';
import * as contract from '../../../contract/reports.ts';
import { startOfMonth } from '../../platform/clock.ts';
import type { Context } from '../../platform/context.ts';
import { blockInTitle } from '../../platform/db/scope.ts';
import { route } from '../../platform/http/route.ts';
import { monthlyDues } from '../dashboard/queries.ts';
import { countComplaints, latestComplaints } from './queries.ts';
import { byCategory, byStatus, months, ofMonth, total } from './rules.ts';

/** Complaints named one by one (specification §9). */
const latest = 5;

export function reportRoutes(context: Context) {
  const { db, clock, config } = context;
  return [
    route(contract.getReport, async (input) => {
      const wanted = wantedOf(input);
      const year = { ...wanted, begins: beginsOf(wanted, config.timeZone) };
      const counts = await countComplaints(db, year);
      return {
        data: {
          tahun: wanted.tahun,
          bulanan: await monthsOf(context, wanted),
          aduan: {
            total: total(counts),
            ...byStatus(counts),
            perKategori: byCategory(counts),
            perBulan: months.map((month) => total(ofMonth(counts, month))),
            terbaru: await latestComplaints(db, year, latest),
          },
        },
      };
    }),
    route(contract.exportReport, async (input) => {
      const wanted = wantedOf(input);
      const thisMonth = monthIn(config.timeZone, clock());
      const data = (await monthsOf(context, wanted)).map((row) => ({
        ...row,
        bulan: monthName(row.bulan),
        status: contract.isJudged(row, thisMonth) ? row.status : '',
      }));
      return { title: titleOf('Laporan Iuran', wanted), data };
    }),
    route(contract.exportComplaintReport, async (input) => {
      const wanted = wantedOf(input);
      const counts = await countComplaints(db, { ...wanted, begins: beginsOf(wanted, config.timeZone) });
      const data = months.map((month) => {
        const own = ofMonth(counts, month);
        return { bulan: monthName(month), total: total(own), ...byStatus(own), ...byCategory(own) };
      });
      return { title: titleOf('Laporan Aduan', wanted), data };
    }),
  ];
}

interface Wanted extends Pick<Period, 'tahun'> {
  scope: Scope;
  /** A block letter or a whole house. */
  blok: string | undefined;
}

interface Asked {
  scope: Scope;
  params: { year: number };
  query: { blok?: string | undefined };
}

const wantedOf = ({ scope, params, query }: Asked): Wanted => ({
  tahun: params.year,
  scope,
  blok: query.blok,
});

async function monthsOf({ db, config }: Context, { tahun, scope, blok }: Wanted) {
  const last = { tahun, bulan: 12 };
  const dues = await monthlyDues(db, scope, { last, months: 12, timeZone: config.timeZone, blok });
  return dues.map((month) => {
    const persentase = contract.percentCollected(month);
    return { ...month, persentase, status: contract.reportStatus(persentase) };
  });
}

/** The instants at which the twelve months begin, and the next year. */
const beginsOf = ({ tahun }: Wanted, timeZone: string) =>
  [...months.map((bulan) => ({ tahun, bulan })), { tahun: tahun + 1, bulan: 1 }].map((period) =>
    startOfMonth(period, timeZone),
  );

const titleOf = (what: string, { tahun, scope, blok }: Wanted) =>
  `${what} ${tahun} ${blockInTitle(scope, blok)}`.trim();
