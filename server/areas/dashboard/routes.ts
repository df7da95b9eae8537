import {
  adminDashboard,
  ketuaDashboard,
  koordinatorDashboard,
  wargaDashboard,
} from '../../../contract/dashboard.ts';
import { monthIn, type Period } from '../../../contract/format.ts';
import { blockLetter } from '../../../contract/people.ts';
import { startOfMonth } from '../../platform/clock.ts';
import type { Context } from '../../platform/context.ts';
import { route } from '../../platform/http/route.ts';
import { readBalance, totalIncome } from '../cash-book/queries.ts';
import { listOwn } from '../payments/queries.ts';
import * as queries from './queries.ts';

/** Months of the chart, the present one included. */
const chartMonths = 12;
const latest = 3;

export function dashboardRoutes({ db, clock, config }: Context) {
  const thisMonth = (): Period => monthIn(config.timeZone, clock());
  const chart = () => ({ last: thisMonth(), months: chartMonths, timeZone: config.timeZone });
  return [
    route(ketuaDashboard, async ({ scope }) => {
      const month = thisMonth();
      const roles = await queries.countByRole(db);
      const payments = await queries.countPayments(db);
      const complaints = await queries.countComplaints(db, scope);
      const complaintsThisMonth = await queries.countComplaints(
        db,
        scope,
        startOfMonth(month, config.timeZone),
      );
      const residents = await queries.countResidents(db, scope);
      return {
        data: {
          totalIncome: await totalIncome(db),
          paymentRate: percentage(await queries.countPaid(db, month), residents),
          totalWarga: residents,
          aduanBulanIni: sum(complaintsThisMonth),
          totalAdmin: roles.admin ?? 0,
          totalKoordinator: roles.koordinator_perblok ?? 0,
          pembayaranPending: payments.menunggu_konfirmasi ?? 0,
          aduanPending: complaints.pending ?? 0,
          totalPost: await queries.countPosts(db),
          statusPembayaran: {
            lunas: payments.dikonfirmasi ?? 0,
            menunggu: payments.menunggu_konfirmasi ?? 0,
            ditolak: payments.ditolak ?? 0,
          },
          bulanan: await queries.monthlyDues(db, scope, chart()),
        },
      };
    }),
    route(adminDashboard, async ({ scope }) => {
      const complaints = await queries.countComplaints(db, scope);
      return {
        data: {
          totalAduan: sum(complaints),
          aduanPending: complaints.pending ?? 0,
          aduanSelesai: complaints.selesai ?? 0,
          totalPembayaran: sum(await queries.countPayments(db)),
          totalIncome: await totalIncome(db),
          bulanan: await queries.monthlyDues(db, scope, chart()),
        },
      };
    }),
    route(koordinatorDashboard, async ({ actor, scope }) => ({
      data: {
        totalWarga: await queries.countResidents(db, scope),
        totalAduan: sum(await queries.countComplaints(db, scope)),
        ...(await readBalance(db)),
        pemasukanBlok: await totalIncome(db, blockLetter(actor.blok) ?? ''),
      },
    })),
    route(wargaDashboard, async ({ actor, scope }) => {
      const payments = await queries.countPayments(db, actor.id);
      return {
        data: {
          totalIncome: await totalIncome(db),
          totalPembayaran: sum(payments),
          lunas: payments.dikonfirmasi ?? 0,
          menunggu: payments.menunggu_konfirmasi ?? 0,
          totalAduan: sum(await queries.countComplaints(db, scope)),
          pembayaranTerbaru: (await listOwn(db, actor.id)).slice(0, latest),
          aduanTerbaru: await queries.latestComplaints(db, actor.id, latest),
        },
      };
    }),
  ];
}

const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** Rounded; 0 of nothing. */
const percentage = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100));
