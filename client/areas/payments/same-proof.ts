import { amountOf } from '../../../contract/amount-of.ts';
import { formatMonth, formatRupiah } from '../../../contract/format.ts';
import { formatMonths } from '../../../contract/payment-months.ts';
import {
  canReview,
  type ListedPayment,
  type MonthRow,
  type OwnPayment,
  type StaffPayment,
} from '../../../contract/payments.ts';

/** The waiting payments that are decided together with this one: those of its proof, or just itself. */
export function waitingTogether(payment: StaffPayment) {
  const waiting = payment.sebukti.filter(canReview);
  return canReview(payment) && waiting.length > 1 ? waiting : [payment];
}

export const isTogether = (row: MonthRow): row is ListedPayment =>
  row.id !== null && waitingTogether(row as ListedPayment).length > 1;

export const monthsOf = (row: MonthRow) =>
  isTogether(row) ? formatMonths(waitingTogether(row)) : formatMonth(row);

export const amountOfProof = (row: MonthRow) =>
  isTogether(row) ? amountOf(waitingTogether(row)) : row.jumlah;

/** What else the proof of a row is for; '' if for nothing else. */
export const proofSays = (row: MonthRow) =>
  isTogether(row) ? `Satu bukti: ${monthsOf(row)}, ${formatRupiah(amountOfProof(row))}` : '';

/** With which unique code an amount was to be transferred, and why its last digits may differ from it; '' without one. */
export function codeSays(bill: OwnPayment['tagihan']): string {
  if (!bill) return '';
  const { kode, kredit } = bill;
  const credited = kredit > 0 ? `, kelebihan ${formatRupiah(kredit)} dikurangkan` : '';
  const owed = kredit < 0 ? `, kekurangan ${formatRupiah(-kredit)} ditambahkan` : '';
  return `kode ${kode}${credited}${owed}`;
}

/** The first waiting payment of each proof stands for the others; decided ones stay as they are. */
export function oncePerProof<Row extends MonthRow>(rows: readonly Row[]): Row[] {
  const seen = new Set<number>();
  return rows.filter((row) => {
    if (!isTogether(row) || row.kelompok === null) return true;
    if (seen.has(row.kelompok)) return false;
    seen.add(row.kelompok);
    return true;
  });
}
