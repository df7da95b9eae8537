/** What must always be true of an estate's money, people and files; each rule by the name that logs and metrics use. */
import * as z from 'zod/mini';

export const invariants = [
  'balance',
  'sum',
  'amount',
  'one-live-payment',
  'booked',
  'audited',
  'destroyed',
  'waiting',
  'session',
  'file',
] as const;
export type Invariant = (typeof invariants)[number];

/** Rules that were broken at the last check; `contoh` are the first rows, by table and id. */
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
