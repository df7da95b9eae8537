import { dateIn, formatMonth, monthKey, monthName, type Period } from '../../../contract/format.ts';
import { monthPayment } from '../../../contract/month-status.ts';
import { waivedLabels, type WaivedState } from '../../../contract/owed.ts';
import {
  methodLabels,
  type MonthStatus,
  type Payment,
  type PaymentMethod,
  statusLabels,
  unpaid,
} from '../../../contract/payments.ts';
import type { Scope } from '../../../contract/policy.ts';
import { blockInTitle } from '../../database/scope.ts';
import type { StaffFilter } from './queries.ts';

const proofAddress = (origin: string, bukti_transfer: string | null | undefined) =>
  bukti_transfer ? `${origin}/assets/uploads/${bukti_transfer}` : null;

interface Year {
  payments: readonly Payment[];
  waivers: readonly (Period & { jenis: WaivedState })[];
}

export function yearRows({ payments, waivers }: Year, tahun: number, origin: string) {
  return Array.from({ length: 12 }, (_, index) => {
    const period = { tahun, bulan: index + 1 };
    const waiver = waivers.find((waived) => monthKey(waived) === monthKey(period));
    const newest = monthPayment(payments, period);
    const payment = waiver && newest?.status === 'ditolak' ? undefined : newest;
    return {
      no: period.bulan,
      bulan: monthName(period.bulan),
      status: payment || !waiver ? statusLabels[payment?.status ?? unpaid] : waivedLabels[waiver.jenis],
      jumlah: payment?.jumlah ?? null,
      bukti: proofAddress(origin, payment?.bukti_transfer),
      metode: payment ? methodLabels[payment.metode] : null,
    };
  });
}

interface MonthRow {
  id: number | null;
  nama: string;
  blok: string | null;
  no_hp: string | null;
  status: MonthStatus;
  jumlah: number;
  bukti_transfer: string | null;
  metode: PaymentMethod | null;
  tanggal_upload: string | null;
}

export function monthExportRows(rows: readonly MonthRow[], timeZone: string, origin: string) {
  return rows.map(({ id, nama, blok, no_hp, status, jumlah, bukti_transfer, metode, tanggal_upload }) => ({
    nama,
    blok,
    no_hp,
    status: statusLabels[status],
    jumlah: id === null ? null : jumlah,
    bukti: proofAddress(origin, bukti_transfer),
    metode: metode && methodLabels[metode],
    tanggal_upload: tanggal_upload ? dateIn(timeZone, new Date(tanggal_upload)) : null,
  }));
}

/** Includes the filters, so that a filtered file is not mistaken for the whole month. */
export function monthTitle(period: Period, scope: Scope, { blok, status, q }: StaffFilter): string {
  const searched = q?.replace(/[^\p{L}\p{N} -]+/gu, ' ').trim();
  const parts = [
    `Pembayaran ${formatMonth(period)}`,
    blockInTitle(scope, blok),
    status && statusLabels[status],
    searched && `- ${[...searched].slice(0, 30).join('')}`,
  ];
  return parts.filter(Boolean).join(' ');
}
