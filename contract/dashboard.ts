/** One endpoint per role returns its whole start page. Amounts in rupiah. */
import * as z from 'zod/mini';
import { OwnDues } from './arrears.ts';
import { Complaint } from './complaints.ts';
import { endpoint, one } from './endpoint.ts';
import { BrokenRules } from './health.ts';
import { monthStatuses, Payment } from './payments.ts';

export const MonthlyDues = z.object({
  tahun: z.number(),
  bulan: z.number(),
  target: z.number(),
  terkumpul: z.number(),
});

export type MonthlyDues = z.output<typeof MonthlyDues>;

const RecentComplaint = z.pick(Complaint, {
  id: true,
  judul: true,
  kategori: true,
  deskripsi: true,
  status: true,
  tanggal_aduan: true,
});

/** Bytes used by photos and documents, and the quota for them. */
const ScarceRoom = z.object({ terpakai: z.number(), kuota: z.number() });
export type ScarceRoom = z.output<typeof ScarceRoom>;

export const KetuaDashboard = z.object({
  totalIncome: z.number(),
  /** Percentage of active residents whose payment for this month is confirmed. */
  paymentRate: z.number(),
  totalWarga: z.number(),
  aduanBulanIni: z.number(),
  totalAdmin: z.number(),
  totalKoordinator: z.number(),
  pembayaranPending: z.number(),
  aduanPending: z.number(),
  /** Proposals of others that the reader may decide. */
  persetujuanPending: z.number(),
  totalPost: z.number(),
  statusPembayaran: z.object({ lunas: z.number(), menunggu: z.number(), ditolak: z.number() }),
  bulanan: z.array(MonthlyDues),
  /** Result of the last data check; null if it found nothing. */
  pelanggaran: z.nullable(BrokenRules),
  penyimpanan: z.nullable(ScarceRoom),
});
export type KetuaDashboard = z.output<typeof KetuaDashboard>;
const AdminDashboard = z.object({
  totalAduan: z.number(),
  aduanPending: z.number(),
  aduanSelesai: z.number(),
  totalPembayaran: z.number(),
  pembayaranPending: z.number(),
  persetujuanPending: z.number(),
  totalIncome: z.number(),
  bulanan: z.array(MonthlyDues),
});
export type AdminDashboard = z.output<typeof AdminDashboard>;
export const KoordinatorDashboard = z.object({
  totalWarga: z.number(),
  totalAduan: z.number(),
  /** Own block only, like the other counts and `pemasukanBlok`; the other sums are for the whole estate. */
  pembayaranPending: z.number(),
  aduanPending: z.number(),
  totalPemasukan: z.number(),
  totalPengeluaran: z.number(),
  saldo: z.number(),
  pemasukanBlok: z.number(),
});
export type KoordinatorDashboard = z.output<typeof KoordinatorDashboard>;
export const WargaDashboard = z.object({
  totalIncome: z.number(),
  totalPembayaran: z.number(),
  lunas: z.number(),
  menunggu: z.number(),
  ditolak: z.number(),
  statusBulanIni: z.enum(monthStatuses),
  iuran: OwnDues,
  /** Proposals that an auditor may decide; 0 for other residents. */
  persetujuanPending: z.number(),
  totalAduan: z.number(),
  pembayaranTerbaru: z.array(Payment),
  aduanTerbaru: z.array(RecentComplaint),
});
export type WargaDashboard = z.output<typeof WargaDashboard>;

export const ketuaDashboard = endpoint('GET', '/api/dashboard/ketua', {
  allow: 'dashboard.ketua',
  summary: 'Dashboard of the ketua',
  returns: one(KetuaDashboard),
});
export const adminDashboard = endpoint('GET', '/api/dashboard/admin', {
  allow: 'dashboard.admin',
  summary: 'Dashboard of an admin',
  returns: one(AdminDashboard),
});
export const koordinatorDashboard = endpoint('GET', '/api/dashboard/koordinator', {
  allow: 'dashboard.koordinator',
  summary: 'Dashboard of a coordinator: residents and complaints of the block, balance of the estate',
  returns: one(KoordinatorDashboard),
});
export const wargaDashboard = endpoint('GET', '/api/dashboard/warga', {
  allow: 'dashboard.warga',
  summary: 'Dashboard of a resident',
  returns: one(WargaDashboard),
});
