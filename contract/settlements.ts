/** Settlements: what a QRIS provider pays out for one day, net of its fee, without naming the payers. */
import * as z from 'zod/mini';
import { amountOf } from './amount-of.ts';
import { changed, endpoint, idParams, list } from './endpoint.ts';
import { personId } from './fields.ts';

/** Days before a settlement on which its slips were sent: weekends and holidays delay it. */
export const settledDays = 7;
/** The fee of a settlement in percent of what was paid, at most; providers ask 0 to 0,7. */
export const highestFee = 2;
/** Payments that one settlement covers. */
const mostSettled = 500;

/** A confirmed slip that no line of the bank proves; `pembayaran` has one payment for each month, `hari` its day. */
export const SettleableSlip = z.object({
  pembayaran: z.array(z.number()),
  user_id: z.number(),
  nama: z.string(),
  blok: z.nullable(z.string()),
  bulan: z.array(z.string()),
  jumlah: z.number(),
  hari: z.string(),
});
export type SettleableSlip = z.output<typeof SettleableSlip>;

/** Whether a provider may have paid out `received` for `paid`, in rupiah. */
export const isSettlement = (paid: number, received: number): boolean =>
  paid >= received && (paid - received) * 100 <= paid * highestFee;

/** The slips of one day, of all up to one day, or none: the first that the settlement can be of. */
export function proposeSettled(slips: readonly SettleableSlip[], received: number): SettleableSlip[] {
  const days = [...new Set(slips.map(({ hari }) => hari))].toSorted().toReversed();
  const groups = [
    ...days.map((day) => slips.filter(({ hari }) => hari === day)),
    ...days.map((day) => slips.filter(({ hari }) => hari <= day)),
  ];
  return groups.find((group) => isSettlement(amountOf(group), received)) ?? [];
}

export const listSettleable = endpoint('GET', '/api/mutasi-bank/:id/qris', {
  allow: 'statements.read',
  summary: `Confirmed slips of the ${settledDays} days before a line that no line proves, booked in its account, newest first`,
  params: idParams,
  returns: list(SettleableSlip),
});
export const settleLine = endpoint('POST', '/api/mutasi-bank/:id/qris', {
  allow: 'statements.write',
  counts: 'minute',
  summary: `Match a line with the confirmed payments that a QRIS provider paid out with it; what is missing, at most ${highestFee} %, is its fee and becomes an expense`,
  params: idParams,
  body: z.object({
    pembayaran: z.array(personId('Pembayaran'), 'Pembayaran harus berupa daftar').check(
      z.minLength(1, 'Pilih minimal satu pembayaran'),
      z.maxLength(mostSettled, `Maksimal ${mostSettled} pembayaran dengan satu pencairan`),
      z.refine((ids) => new Set(ids).size === ids.length, 'Setiap pembayaran hanya boleh dipilih satu kali'),
    ),
  }),
  returns: changed(z.object({ biaya: z.number() })),
});
