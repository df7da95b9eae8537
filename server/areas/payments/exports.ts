/** Rows of the payment exports, in the words people read. */
import { dateIn, formatMonth, monthName, type Period } from '../../../contract/format.ts';
import { type MonthStatus, monthPayment, type Payment, statusLabels } from '../../../contract/payments.ts';
import type { Scope } from '../../../contract/policy.ts';
import { blockInTitle } from '../../platform/db/scope.ts';
import type { ExportFilter } from './month-queries.ts';

const proofPath = (bukti_transfer: string | null) =>
  bukti_transfer ? `/assets/uploads/${bukti_transfer}` : null;

/** Twelve rows, one a month, each with the state that counts. */
export function yearRows(payments: readonly Payment[], tahun: number) {
  return Array.from({ length: 12 }, (_, index) => {
    const period = { tahun, bulan: index + 1 };
    const payment = monthPayment(payments, period);
    return {
      no: period.bulan,
      bulan: monthName(period.bulan),
      status: statusLabels[payment?.status ?? 'belum_bayar'],
      bukti: proofPath(payment?.bukti_transfer ?? null),
    };
  });
}

interface MonthRow {
  nama: string;
  blok: string | null;
  no_hp: string | null;
  status: MonthStatus;
  bukti_transfer: string | null;
  tanggal_upload: string | null;
}

export function monthExportRows(rows: readonly MonthRow[], timeZone: string) {
  return rows.map(({ nama, blok, no_hp, status, bukti_transfer, tanggal_upload }) => ({
    nama,
    blok,
    no_hp,
    status: statusLabels[status],
    bukti: proofPath(bukti_transfer),
    tanggal_upload: tanggal_upload ? dateIn(timeZone, new Date(tanggal_upload)) : null,
  }));
}

/** The month, and what of it: a file of a few is not taken for that of all. */
export function monthTitle(period: Period, scope: Scope, { blok, status, q }: ExportFilter): string {
  const searched = q?.replace(/[^\p{L}\p{N} -]+/gu, ' ').trim();
  const parts = [
    `Pembayaran ${formatMonth(period)}`,
    blockInTitle(scope, blok),
    status && statusLabels[status],
    searched && `- ${[...searched].slice(0, 30).join('')}`,
  ];
  return parts.filter(Boolean).join(' ');
}
