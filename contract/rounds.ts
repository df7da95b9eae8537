/**
 * The round of a coordinator who collects dues in cash at the door. The list is kept on the device, and taps wait there
 * without a signal, so each carries its own UUID: what the server knows of a tap, the device stops counting.
 */
import * as z from 'zod/mini';
import { created, endpoint, isKey, one } from './endpoint.ts';
import { amount, blockFilter, monthsOfBook, personId } from './fields.ts';
import { ListedHandover } from './handovers.ts';
import { mostTappedMonths } from './payment-months.ts';

const OwedMonth = z.object({ tahun: z.number(), bulan: z.number(), jumlah: z.number() });

/** What a tap booked: `payment_id` of its first month, `jumlah` of all, `banyak` months. */
const Booked = z.object({
  ketukan: z.string(),
  payment_id: z.number(),
  jumlah: z.number(),
  banyak: z.number(),
});
export type Booked = z.output<typeof Booked>;

/**
 * `bulan`: overdue months and the running one, oldest first. `menunggu`: rupiah that wait for confirmation. `diterima`:
 * the actor's taps of the last days. `boleh`: false for the actor's own house and for accounts that are not another
 * person.
 */
const RoundHouse = z.object({
  user_id: z.number(),
  nama: z.string(),
  blok: z.nullable(z.string()),
  bulan: z.array(OwedMonth),
  menunggu: z.number(),
  diterima: z.array(Booked),
  boleh: z.boolean(),
});
export type RoundHouse = z.output<typeof RoundHouse>;

/** `saldo`: rupiah in the actor's hands according to the book, also those of a hand-over that waits. */
const Round = z.object({
  blok: z.string(),
  saldo: z.number(),
  setoran: z.nullable(ListedHandover),
  rumah: z.array(RoundHouse),
});
export type Round = z.output<typeof Round>;

export const getRound = endpoint('GET', '/api/keliling', {
  allow: 'rounds.collect',
  summary: 'Houses of a block in walking order with what each owes, and the cash in the own hands',
  query: z.object({ blok: blockFilter }),
  returns: one(Round),
});

const earliest = '2020-01-01T00:00:00.000Z';
const instant = z
  .string('Waktu wajib diisi')
  .check(
    z.refine(
      (value) => /^\d{4}-\d{2}-\d{2}T[\d:.]{8,12}Z$/.test(value) && new Date(value) >= new Date(earliest),
      'Waktu tidak valid',
    ),
  );

/** What was booked, and the sum in the actor's hands after it. */
const Collected = z.object({ id: z.number(), ...Booked.shape, user_id: z.number(), saldo: z.number() });

export const collectDues = endpoint('POST', '/api/keliling', {
  allow: 'rounds.collect',
  counts: 'minute',
  summary:
    'Book dues that were received in cash at the door, for months that are owed; `jumlah` is their sum, `waktu` the time that the device says',
  body: z.object({
    ketukan: z.string('Ketukan wajib diisi').check(z.refine(isKey, 'Ketukan tidak valid'), z.toLowerCase()),
    user_id: personId('Warga'),
    bulan: monthsOfBook(mostTappedMonths, 'sekali terima'),
    jumlah: amount,
    waktu: instant,
  }),
  returns: created(Collected),
  creates: 'duesCollected',
});
