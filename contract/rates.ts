/** Rates of the monthly dues (`tarif`): for all, a block, a house status, or one house. The most specific one holds. */
import * as z from 'zod/mini';
import { changed, endpoint, idParam, one, page, paging, pathNumber } from './endpoint.ts';
import { monthOfBook, oneOf, personId, presentPassword, text } from './fields.ts';
import { monthIndex, monthOf } from './format.ts';
import { namesIn } from './names-in.ts';
import { defaultSettings, highestAmount, rupiahField } from './settings.ts';

export const houseStatusLabels = {
  dihuni: 'Dihuni',
  kosong: 'Kosong',
  usaha: 'Tempat usaha',
} as const;
export type HouseStatus = keyof typeof houseStatusLabels;
export const houseStatuses = namesIn(houseStatusLabels);

/** What a rate is for: at most one of them is set, none means all houses. */
export interface RateScope {
  huruf_blok: string | null;
  rumah: HouseStatus | null;
  user_id: number | null;
}

/** Valid from the month `sejak` (`YYYY-MM`) until the next one with the same scope. */
export interface RateChange extends RateScope {
  sejak: string;
  /** Null: from here on the next less specific rate holds again. */
  jumlah: number | null;
}

/** What decides about the rate of an account in a month. */
export interface House {
  user_id: number;
  huruf_blok: string | null;
  rumah: HouseStatus;
}

/** First month of the rate (`monthIndex`), and rupiah. */
interface Step {
  from: number;
  jumlah: number | null;
}
/** By scope, newest first. */
export type RateTable = ReadonlyMap<string, readonly Step[]>;

const forAll = 'semua';
const keyOf = ({ user_id, rumah, huruf_blok }: RateScope) =>
  user_id !== null
    ? `warga ${user_id}`
    : rumah !== null
      ? `rumah ${rumah}`
      : huruf_blok !== null
        ? `blok ${huruf_blok}`
        : forAll;

/** Most specific first: one house, status, block, all. */
const keysOf = ({ user_id, rumah, huruf_blok }: House) => [
  `warga ${user_id}`,
  `rumah ${rumah}`,
  `blok ${huruf_blok ?? ''}`,
  forAll,
];

/** @param changes in the order in which they were made; of two for the same month the later one holds */
export function rateTable(changes: readonly RateChange[]): RateTable {
  const table = new Map<string, Step[]>();
  for (const { sejak, jumlah, ...scope } of changes) {
    const key = keyOf(scope);
    const from = monthIndex(monthOf(sejak));
    const steps = (table.get(key) ?? []).filter((step) => step.from !== from);
    table.set(key, [...steps, { from, jumlah }]);
  }
  return new Map([...table].map(([key, steps]) => [key, steps.toSorted((a, b) => b.from - a.from)]));
}

/** Rupiah that a house owes for a month, as `monthIndex`. */
export function rateIn(table: RateTable, house: House, month: number): number {
  for (const key of keysOf(house)) {
    const jumlah = table.get(key)?.find(({ from }) => from <= month)?.jumlah;
    if (jumlah !== null && jumlah !== undefined) return jumlah;
  }
  return defaultSettings.duesAmount;
}

export const hasOwnRate = (table: RateTable, userId: number): boolean =>
  table.has(keyOf({ user_id: userId, rumah: null, huruf_blok: null }));

export const hasFreeRate = (table: RateTable): boolean =>
  [...table.values()].some((steps) => steps.some(({ jumlah }) => jumlah === 0));

/** Months (`monthIndex`) in which the rate of a house may change. */
export const rateSteps = (table: RateTable, house: House): number[] =>
  keysOf(house).flatMap((key) => (table.get(key) ?? []).map(({ from }) => from));

/** How far ahead a rate may begin. */
export const rateMonthsAhead = 12;

export const Rate = z.object({
  id: z.number(),
  sejak: z.string(),
  huruf_blok: z.nullable(z.string()),
  rumah: z.nullable(z.enum(houseStatuses)),
  user_id: z.nullable(z.number()),
  /** Of the account, where the rate is for one house. */
  nama: z.nullable(z.string()),
  blok: z.nullable(z.string()),
  jumlah: z.nullable(z.number()),
});
export type Rate = z.output<typeof Rate>;

const scopeFields = {
  huruf_blok: z.optional(text('Blok', 1).check(z.toUpperCase(), z.regex(/^[A-Z]$/, 'Blok harus satu huruf'))),
  rumah: z.optional(oneOf('Status rumah', houseStatuses)),
};

/** Accounts that would pay another rate, and what all houses together owe for that month before and after. */
const Summary = z.object({
  sejak: z.string(),
  rumah: z.number(),
  sebelum: z.number(),
  sesudah: z.number(),
});
export type RateSummary = z.output<typeof Summary>;

export const listRates = endpoint('GET', '/api/tarif', {
  allow: 'settings.change',
  summary:
    'Rates for blocks, house statuses and single houses, newest first; those for all are in the settings',
  query: z.object(paging),
  returns: page(Rate),
});
export const summarizeRate = endpoint('GET', '/api/tarif/ringkasan', {
  allow: 'settings.change',
  summary:
    'What a rate would change: from which month, how many houses, and the sum of a month before and after',
  query: z.object({
    sejak: z.optional(monthOfBook),
    ...scopeFields,
    user_id: z.optional(idParam),
    jumlah: z.optional(pathNumber(0, highestAmount)),
  }),
  returns: one(Summary),
});
export const setRate = endpoint('POST', '/api/tarif', {
  allow: 'settings.change',
  summary:
    'Set a rate from a month on (next month unless named); for all, or for one block, house status or account. `jumlah` null ends it; 0, which is not for all, charges nothing. Announced to everyone',
  body: z.object({
    sejak: z.optional(monthOfBook),
    ...scopeFields,
    user_id: z.optional(personId('Warga')),
    jumlah: z.nullable(rupiahField('Tarif', 0)),
    password: presentPassword('Password'),
  }),
  returns: changed(Summary),
});

export const rateAudit = {
  subjects: { rates: 'Tarif iuran' },
  actions: { 'rate.set': 'Mengubah tarif iuran' },
} as const;
