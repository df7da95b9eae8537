import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthIndex, monthKey, monthOfIndex } from './format.ts';
import {
  amountOf,
  chargedMonths,
  inState,
  owedStates,
  type OwingChange,
  type PayerHistory,
  yearOf,
} from './owed.ts';
import { paymentStatuses } from './payments.ts';
import { duesIn } from './settings.ts';

const first = monthIndex({ tahun: 2023, bulan: 1 });
const month = fc.integer({ min: first, max: first + 40 });
const now = fc.integer({ min: first + 20, max: first + 30 }).map(monthOfIndex);
const amount = fc.integer({ min: 1, max: 300_000 });
const dues = fc
  .uniqueArray(month, { maxLength: 4 })
  .chain((from) => fc.tuple(fc.constant(from), fc.array(amount, { minLength: 4, maxLength: 4 })))
  .map(([from, amounts]) =>
    from
      .toSorted((a, b) => b - a)
      .map((index, at) => ({ sejak: monthKey(monthOfIndex(index)), jumlah: amounts[at] ?? 1 })),
  );
/** Begins to owe, ceases to, begins again …, several times within one month, too. */
const changes = fc
  .array(month, { maxLength: 5 })
  .map((at) =>
    at
      .toSorted((a, b) => a - b)
      .map((index, count): OwingChange => ({ ...monthOfIndex(index), banyak: count % 2 === 0 ? 1 : -1 })),
  );
const payments = fc.uniqueArray(
  fc.record({ index: month, jumlah: amount, status: fc.constantFrom(...paymentStatuses) }),
  { selector: ({ index, status }) => `${index} ${status === 'ditolak'}`, maxLength: 30 },
);
const history: fc.Arbitrary<PayerHistory> = fc.record({
  dues,
  changes,
  payments: payments.map((some) =>
    some.map(({ index, jumlah, status }) => ({ ...monthOfIndex(index), jumlah, status })),
  ),
});

const january = { tahun: 2026, bulan: 1 };
const sinceJanuary = { dues: [], changes: [{ ...january, banyak: 1 }], payments: [] } as const;

test('a payer without payments owes every month before the running one, which is only due', () => {
  expect(chargedMonths(sinceJanuary, { tahun: 2026, bulan: 3 })).toEqual([
    { tahun: 2026, bulan: 1, status: 'tunggakan', jumlah: 100_000 },
    { tahun: 2026, bulan: 2, status: 'tunggakan', jumlah: 100_000 },
    { tahun: 2026, bulan: 3, status: 'berjalan', jumlah: 100_000 },
  ]);
});

test('a waiting payment is neither owed nor paid, a rejected one is as if there were none', () => {
  const payments = [
    { ...january, status: 'menunggu_konfirmasi', jumlah: 100_000 },
    { tahun: 2026, bulan: 2, status: 'ditolak', jumlah: 100_000 },
  ] as const;
  const states = chargedMonths({ ...sinceJanuary, payments }, { tahun: 2026, bulan: 3 });
  expect(states.map(({ status }) => status)).toEqual(['menunggu', 'tunggakan', 'berjalan']);
});

test('a month paid before dues were owed, or ahead, is charged with what was paid', () => {
  const payments = [
    { tahun: 2025, bulan: 12, status: 'dikonfirmasi', jumlah: 80_000 },
    { tahun: 2026, bulan: 4, status: 'dikonfirmasi', jumlah: 90_000 },
  ] as const;
  const months = chargedMonths({ ...sinceJanuary, payments }, january);
  expect(months.map(({ status, jumlah }) => [status, jumlah])).toEqual([
    ['lunas', 80_000],
    ['berjalan', 100_000],
    ['lunas', 90_000],
  ]);
});

test('a year shows twelve months: before the first charge, charged, and still to come', () => {
  const today = { tahun: 2026, bulan: 4 };
  const changes = [{ tahun: 2026, bulan: 3, banyak: 1 }] as const;
  const states = yearOf(chargedMonths({ ...sinceJanuary, changes }, today), 2026, today).map(
    ({ status }) => status,
  );
  expect(states).toEqual(['bebas', 'bebas', 'tunggakan', 'berjalan', ...Array(8).fill('nanti')]);
});

test('paid + waiting + owed = charged, and paid is what was confirmed', () => {
  fc.assert(
    fc.property(history, now, (payer, today) => {
      const months = chargedMonths(payer, today);
      const live = payer.payments.filter(({ status }) => status !== 'ditolak');
      const settled = new Set(live.map(monthKey));
      let charged = amountOf(live);
      for (let index = first; index <= monthIndex(today); index += 1) {
        const period = monthOfIndex(index);
        const owing = payer.changes.filter((one) => monthIndex(one) <= index).length % 2 === 1;
        if (owing && !settled.has(monthKey(period))) charged += duesIn(payer.dues, period);
      }
      const parts = owedStates.map((state) => amountOf(inState(months, state)));
      expect(amountOf(parts.map((jumlah) => ({ jumlah })))).toBe(charged);
      expect(parts[0]).toBe(amountOf(live.filter(({ status }) => status === 'dikonfirmasi')));
    }),
  );
});

test('the order of payments and of changes does not matter', () => {
  const shuffled = history.chain((payer) =>
    fc.tuple(
      fc.constant(payer),
      fc.shuffledSubarray([...payer.payments], { minLength: payer.payments.length }),
      fc.shuffledSubarray([...payer.changes], { minLength: payer.changes.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, now, ([payer, some, others], today) => {
      const other = { ...payer, payments: some, changes: others };
      expect(chargedMonths(other, today)).toEqual(chargedMonths(payer, today));
    }),
  );
});

test('a changed rate never reaches back, nor to months with a payment', () => {
  fc.assert(
    fc.property(history, now, month, amount, (payer, today, from, jumlah) => {
      const sejak = monthKey(monthOfIndex(from));
      const kept = payer.dues.filter((one) => one.sejak < sejak);
      const before = chargedMonths({ ...payer, dues: kept }, today);
      const after = chargedMonths({ ...payer, dues: [{ sejak, jumlah }, ...kept] }, today);
      const fixed = ({ status, ...period }: (typeof before)[number]) =>
        monthKey(period) < sejak || status === 'lunas' || status === 'menunggu';
      expect(after.filter(fixed)).toEqual(before.filter(fixed));
      expect(after.map(({ status }) => status)).toEqual(before.map(({ status }) => status));
    }),
  );
});

test('the running month is never overdue, and earlier unpaid ones always are', () => {
  fc.assert(
    fc.property(history, now, (payer, today) => {
      for (const period of chargedMonths(payer, today)) {
        if (period.status === 'berjalan') expect(monthKey(period)).toBe(monthKey(today));
        if (period.status === 'tunggakan') expect(monthKey(period) < monthKey(today)).toBe(true);
      }
    }),
  );
});
