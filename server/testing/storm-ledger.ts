/** Who takes part in the load test, and what the server acknowledged. */
import type { Response } from './call.ts';
import type { Person } from './people.ts';
import type { KnownRecord } from './storm-records.ts';

export type Step = 'upload' | 'record' | 'confirm' | 'reject' | 'withdraw';

export interface KnownPayment {
  id: number;
  userId: number;
  /** Requests sent; the outcome is unknown unless acknowledged. */
  tried: Set<Step>;
  acknowledged: Set<Step>;
}

export interface Ledger {
  payments: KnownPayment[];
  attempts: Set<string>;
  records: KnownRecord[];
  /** Months whose closing was acknowledged. */
  closings: string[];
  /** Acknowledged taps at the door. */
  taps: { ketukan: string; jumlah: number }[];
  /** Hand-overs whose acceptance was acknowledged. */
  handovers: number[];
  /** Heads of the log that were given out, by size. */
  heads: Map<number, string>;
  surprises: string[];
}

export const newLedger = (): Ledger => ({
  payments: [],
  attempts: new Set(),
  records: [],
  closings: [],
  taps: [],
  handovers: [],
  heads: new Map(),
  surprises: [],
});

export const monthOf = (userId: number, { tahun, bulan }: { tahun: number; bulan: number }) =>
  `${userId}/${tahun}-${bulan}`;

export interface Crowd {
  residents: readonly Person[];
  staff: readonly Person[];
}

export function succeeded({ status, refusal }: Response, what: string, ledger: Ledger): boolean {
  if (status === 200 || status === 201) return true;
  if (status !== 409 && status !== 404)
    ledger.surprises.push(`${what} was answered ${status} ${refusal.code}`);
  return false;
}
