import {
  adminDashboard,
  ketuaDashboard,
  koordinatorDashboard,
  wargaDashboard,
} from '../../../contract/dashboard.ts';
import { monthIn, type Period, percentOf } from '../../../contract/format.ts';
import { monthStatus } from '../../../contract/month-status.ts';
import type { Actor } from '../../../contract/people.ts';
import { can, type Scope } from '../../../contract/policy.ts';
import { startOfMonth } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { findScarceRoom } from '../../database/file-quota.ts';
import { route } from '../../http/route.ts';
import { countWaitingFor } from '../approvals/count-waiting.ts';
import { findBrokenRules } from '../backup/queries.ts';
import { readBalance } from '../cash-book/queries.ts';
import { monthlyDues } from '../payments/charged-queries.ts';
import { ownDues } from '../payments/owed-queries.ts';
import { listOwn } from '../payments/queries.ts';
import * as queries from './queries.ts';

const chartMonths = 12;
const latest = 3;

export function routes(context: Context) {
  return [
    route(ketuaDashboard, async ({ actor, scope }) => ({ data: await forKetua(context, actor, scope) })),
    route(adminDashboard, async ({ actor, scope }) => ({ data: await forAdmin(context, actor, scope) })),
    route(koordinatorDashboard, async ({ scope }) => ({ data: await forKoordinator(context, scope) })),
    route(wargaDashboard, async ({ actor, scope }) => ({ data: await forWarga(context, actor, scope) })),
  ];
}

async function forKetua(context: Context, actor: Actor, scope: Scope) {
  const { db, config } = context;
  const month = thisMonth(context);
  const roles = await queries.countByRole(db, scope);
  const { counts } = await queries.sumPayments(db, scope);
  const complaints = await queries.countComplaints(db, scope);
  const bulanan = await chart(context, scope);
  const { lunas = 0, wajib = 0 } = bulanan.at(-1) ?? {};
  return {
    totalIncome: (await readBalance(db)).totalPemasukan,
    paymentRate: percentOf(lunas, wajib),
    totalWarga: roles.warga ?? 0,
    aduanBulanIni: sum(await queries.countComplaints(db, scope, startOfMonth(month, config.timeZone))),
    totalAdmin: roles.admin ?? 0,
    totalKoordinator: roles.koordinator_perblok ?? 0,
    pembayaranPending: counts.menunggu_konfirmasi ?? 0,
    aduanPending: complaints.pending ?? 0,
    persetujuanPending: await countWaitingFor(db, actor.id, context.clock().toISOString()),
    totalPost: await queries.countPosts(db),
    statusPembayaran: {
      lunas: counts.dikonfirmasi ?? 0,
      menunggu: counts.menunggu_konfirmasi ?? 0,
      ditolak: counts.ditolak ?? 0,
    },
    bulanan,
    pelanggaran: await findBrokenRules(db),
    penyimpanan: await findScarceRoom(db, config.fileQuota),
  };
}

async function forAdmin(context: Context, actor: Actor, scope: Scope) {
  const { db } = context;
  const complaints = await queries.countComplaints(db, scope);
  const { counts } = await queries.sumPayments(db, scope);
  return {
    totalAduan: sum(complaints),
    aduanPending: complaints.pending ?? 0,
    aduanSelesai: complaints.selesai ?? 0,
    totalPembayaran: sum(counts),
    pembayaranPending: counts.menunggu_konfirmasi ?? 0,
    persetujuanPending: await countWaitingFor(db, actor.id, context.clock().toISOString()),
    totalIncome: (await readBalance(db)).totalPemasukan,
    bulanan: await chart(context, scope),
  };
}

async function forKoordinator({ db }: Context, scope: Scope) {
  const complaints = await queries.countComplaints(db, scope);
  const { counts, confirmed } = await queries.sumPayments(db, scope);
  return {
    totalWarga: (await queries.countByRole(db, scope)).warga ?? 0,
    totalAduan: sum(complaints),
    pembayaranPending: counts.menunggu_konfirmasi ?? 0,
    aduanPending: complaints.pending ?? 0,
    ...(await readBalance(db)),
    pemasukanBlok: confirmed,
  };
}

async function forWarga(context: Context, actor: Actor, scope: Scope) {
  const { db } = context;
  const { counts } = await queries.sumPayments(db, scope);
  const payments = await listOwn(db, actor.id);
  return {
    totalIncome: (await readBalance(db)).totalPemasukan,
    totalPembayaran: sum(counts),
    lunas: counts.dikonfirmasi ?? 0,
    menunggu: counts.menunggu_konfirmasi ?? 0,
    ditolak: counts.ditolak ?? 0,
    statusBulanIni: monthStatus(payments, thisMonth(context)),
    iuran: await ownDues(db, actor.id, thisMonth(context), context.config.timeZone),
    persetujuanPending: can(actor, 'approvals.decide')
      ? await countWaitingFor(db, actor.id, context.clock().toISOString())
      : 0,
    totalAduan: sum(await queries.countComplaints(db, scope)),
    pembayaranTerbaru: payments.slice(0, latest),
    aduanTerbaru: await queries.latestComplaints(db, actor.id, latest),
  };
}

const thisMonth = ({ clock, config }: Context): Period => monthIn(config.timeZone, clock());

const chart = (context: Context, scope: Scope) =>
  monthlyDues(context.db, scope, {
    last: thisMonth(context),
    months: chartMonths,
    timeZone: context.config.timeZone,
  });

const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);
