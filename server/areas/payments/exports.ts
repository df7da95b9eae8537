import { dateIn, formatMonth, monthName, type Period } from '../../../contract/format.ts';
import { monthPayment } from '../../../contract/month-status.ts';
import { unchargedLabel, waivedLabels, type YearState, type yearOf } from '../../../contract/owed.ts';
import {
  type MonthRow,
  methodLabels,
  type Payment,
  statusLabels,
  unpaid,
} from '../../../contract/payments.ts';
import type { Scope } from '../../../contract/policy.ts';
import { blockInTitle } from '../../database/scope.ts';
import type { StaffFilter } from './queries.ts';

const proofAddress = (origin: string, bukti_transfer: string | null | undefined) =>
  bukti_transfer ? `${origin}/assets/uploads/${bukti_transfer}` : null;

const freeLabels: Partial<Record<YearState, string>> = { ...waivedLabels, bebas: unchargedLabel };

/** @param months of the year, as the screen shows them; one without a payment that is charged or to come is unpaid */
export function yearRows(
  payments: readonly Payment[],
  tahun: number,
  { months, origin }: { months: ReturnType<typeof yearOf>; origin: string },
) {
  return months.map(({ bulan, status }) => {
    const free = freeLabels[status];
    const payment = free === undefined ? monthPayment(payments, { tahun, bulan }) : undefined;
    return {
      no: bulan,
      bulan: monthName(bulan),
      status: free ?? statusLabels[payment?.status ?? unpaid],
      jumlah: payment?.jumlah ?? null,
      bukti: proofAddress(origin, payment?.bukti_transfer),
      metode: payment ? methodLabels[payment.metode] : null,
    };
  });
}

type ExportedMonth = Pick<
  MonthRow,
  'id' | 'nama' | 'blok' | 'no_hp' | 'status' | 'jumlah' | 'bukti_transfer' | 'metode' | 'tanggal_upload'
>;

export function monthExportRows(rows: readonly ExportedMonth[], timeZone: string, origin: string) {
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
