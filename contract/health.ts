import * as z from 'zod/mini';

export const invariants = [
  'balance',
  'sum',
  'amount',
  'one-live-payment',
  'booked',
  'audited',
  'altered',
  'destroyed',
  'waiting',
  'session',
  'file',
  'log',
  'closing',
  'schema',
  'account',
  'settings',
] as const;
export type Invariant = (typeof invariants)[number];

/** Violations found by the last check: `jumlah` is their total, `contoh` the first of them. */
export const BrokenRules = z.object({
  tanggal: z.string(),
  jumlah: z.number(),
  contoh: z.array(
    z.object({
      aturan: z.enum(invariants),
      tabel: z.string(),
      id: z.nullable(z.union([z.number(), z.string()])),
    }),
  ),
});
export type BrokenRules = z.output<typeof BrokenRules>;
