import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountOf } from './amount-of.ts';
import { monthIndex, monthKey, monthOfIndex } from './format.ts';
import {
  chargedMonths,
  inState,
  type OwingChange,
  owedStates,
  type PayerHistory,
  payerRates,
  waivedStates,
  yearOf,
} from './owed.ts';
import { paymentStatuses } from './payments.ts';
import { houseStatuses, type RateChange, rateIn, rateTable } from './rates.ts';
import { duesIn } from './settings.ts';

const first = monthIndex({ tahun: 2023, bulan: 1 });
const month = fc.integer({ min: first, max: first + 40 });
const now = fc.integer({ min: first + 20, max: first + 30 }).map(monthOfIndex);
const amount = fc.integer({ min: 1, max: 300_000 });
const house = fc.record({
  huruf_blok: fc.constantFrom('A', 'B', null),
  rumah: fc.constantFrom(...houseStatuses),
});
/** For all, a block, a status, or the one account. */
const rateChangeOf = (amounts: fc.Arbitrary<number>): fc.Arbitrary<RateChange> =>
  fc
    .tuple(month, fc.option(amounts, { freq: 5 }), house, fc.constantFrom('all', 'block', 'status', 'own'))
    .map(([from, jumlah, { huruf_blok, rumah }, scope]) => ({
      sejak: monthKey(monthOfIndex(from)),
      jumlah: scope === 'all' ? jumlah || 1 : jumlah,
      huruf_blok: scope === 'block' ? (huruf_blok ?? 'A') : null,
      rumah: scope === 'status' ? rumah : null,
      user_id: scope === 'own' ? 7 : null,
    }));
const rateChange = rateChangeOf(amount);
const rateChanges = fc.array(rateChange, { maxLength: 6 });
const rateOrFree = rateChangeOf(fc.oneof(amount, fc.constant(0)));
/** Begins to owe, moves or is used for something else, ceases to owe …, several times within one month, too. */
const changes = fc.array(fc.tuple(month, fc.option(house, { freq: 2 })), { maxLength: 5 }).map((steps) => {
  const made: OwingChange[] = [];
  let before: (typeof steps)[number][1] = null;
  for (const [index, next] of steps.toSorted(([a], [b]) => a - b)) {
    if (before) made.push({ month: index, ...before, banyak: -1 });
    if (next) made.push({ month: index, ...next, banyak: 1 });
    before = next;
  }
  return made;
});
const payments = fc.uniqueArray(
  fc.record({ index: month, jumlah: amount, status: fc.constantFrom(...paymentStatuses) }),
  { selector: ({ index, status }) => `${index} ${status === 'ditolak'}`, maxLength: 30 },
);
const waivers = fc.uniqueArray(
  fc.record({ index: month, jumlah: amount, jenis: fc.constantFrom(...waivedStates) }),
  { selector: ({ index }) => index, maxLength: 10 },
);
const historyAt = (some: fc.Arbitrary<RateChange[]>): fc.Arbitrary<PayerHistory> =>
  fc.record({
    user_id: fc.constant(7),
    rates: some.map(rateTable),
    waivers: waivers.map((all) => all.map(({ index, ...waiver }) => ({ ...monthOfIndex(index), ...waiver }))),
    changes,
    payments: payments.map((all) =>
      all.map(({ index, jumlah, status }) => ({ ...monthOfIndex(index), jumlah, status })),
    ),
  });
const history = historyAt(rateChanges);
const historyWithFreeMonths = historyAt(fc.array(rateOrFree, { maxLength: 6 }));

const january = { tahun: 2026, bulan: 1 };
const lived = { huruf_blok: 'A', rumah: 'dihuni' } as const;
const sinceJanuary = {
  user_id: 7,
  rates: rateTable([]),
  changes: [{ month: monthIndex(january), ...lived, banyak: 1 }],
  payments: [],
  waivers: [],
} as const;

test('a payer without payments owes every month before the running one, which is only due', () => {
  expect(chargedMonths(sinceJanuary, { tahun: 2026, bulan: 3 })).toEqual([
    { tahun: 2026, bulan: 1, status: 'tunggakan', jumlah: 100_000, tarif: 100_000 },
    { tahun: 2026, bulan: 2, status: 'tunggakan', jumlah: 100_000, tarif: 100_000 },
    { tahun: 2026, bulan: 3, status: 'berjalan', jumlah: 100_000, tarif: 100_000 },
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

test('a waived month is neither owed nor paid; in one that costs nothing or is paid, the waiver says nothing', () => {
  const free = { sejak: '2026-02', huruf_blok: null, rumah: null, user_id: 7, jumlah: 0 };
  const rates = rateTable([free, { ...free, sejak: '2026-03', jumlah: null }]);
  const waived = (bulan: number, jenis: 'dibebaskan' | 'sistem_lama') => ({
    tahun: 2026,
    bulan,
    jenis,
    jumlah: 90_000,
  });
  const waivers = [
    waived(1, 'sistem_lama'),
    waived(2, 'dibebaskan'),
    waived(3, 'dibebaskan'),
    waived(4, 'dibebaskan'),
    waived(6, 'dibebaskan'),
  ];
  const payments = [{ tahun: 2026, bulan: 4, status: 'dikonfirmasi', jumlah: 100_000 }] as const;
  const months = chargedMonths({ ...sinceJanuary, rates, waivers, payments }, { tahun: 2026, bulan: 5 });
  expect(months.map(({ bulan, status, jumlah }) => [bulan, status, jumlah])).toEqual([
    [1, 'sistem_lama', 90_000],
    [3, 'dibebaskan', 90_000],
    [4, 'lunas', 100_000],
    [5, 'berjalan', 100_000],
    [6, 'dibebaskan', 90_000],
  ]);
});

test('a year shows twelve months: before the first charge, charged, and still to come', () => {
  const today = { tahun: 2026, bulan: 4 };
  const changes = [{ month: monthIndex({ tahun: 2026, bulan: 3 }), ...lived, banyak: 1 }] as const;
  const states = yearOf(chargedMonths({ ...sinceJanuary, changes }, today), 2026, today).map(
    ({ status }) => status,
  );
  expect(states).toEqual(['bebas', 'bebas', 'tunggakan', 'berjalan', ...Array(8).fill('nanti')]);
});

/** The house with which an account owes dues, spelled differently from the rule. */
const houseAt = (all: readonly OwingChange[], index: number) => {
  const past = all.filter(({ month }) => month <= index);
  const total = past.reduce((sum, { banyak }) => sum + banyak, 0);
  return total > 0 ? past.findLast(({ banyak }) => banyak === 1) : undefined;
};

test('paid + waiting + waived + owed = charged, and paid is what was confirmed', () => {
  fc.assert(
    fc.property(historyWithFreeMonths, now, (payer, today) => {
      const months = chargedMonths(payer, today);
      const live = payer.payments.filter(({ status }) => status !== 'ditolak');
      const settled = new Set(live.map(monthKey));
      const waivers = new Map(payer.waivers.map((waiver) => [monthKey(waiver), waiver.jumlah]));
      let [charged, waived] = [amountOf(live), 0];
      for (let index = first; index <= first + 40; index += 1) {
        const key = monthKey(monthOfIndex(index));
        const owing = houseAt(payer.changes, index);
        const rate = owing ? rateIn(payer.rates, { ...owing, user_id: 7 }, index) : 0;
        if (rate === 0 || settled.has(key)) continue;
        const amount = waivers.get(key) ?? (index <= monthIndex(today) ? rate : 0);
        charged += amount;
        if (waivers.has(key)) waived += amount;
      }
      const parts = owedStates.map((state) => amountOf(inState(months, state)));
      expect(amountOf(parts.map((jumlah) => ({ jumlah })))).toBe(charged);
      expect(amountOf(waivedStates.flatMap((state) => inState(months, state)))).toBe(waived);
      expect(parts[0]).toBe(amountOf(live.filter(({ status }) => status === 'dikonfirmasi')));
    }),
  );
});

test('the order of payments, waivers and changes does not matter', () => {
  const shuffled = history.chain((payer) =>
    fc.tuple(
      fc.constant(payer),
      fc.shuffledSubarray([...payer.payments], { minLength: payer.payments.length }),
      fc.shuffledSubarray([...payer.changes], { minLength: payer.changes.length }),
      fc.shuffledSubarray([...payer.waivers], { minLength: payer.waivers.length }),
    ),
  );
  fc.assert(
    fc.property(shuffled, now, ([payer, some, others, waivers], today) => {
      const other = { ...payer, payments: some, changes: others, waivers };
      expect(chargedMonths(other, today)).toEqual(chargedMonths(payer, today));
    }),
  );
});

test('a changed rate never reaches back, nor to months that are paid or waived', () => {
  fc.assert(
    fc.property(history, rateChanges, rateChange, now, (payer, all, change, today) => {
      const before = chargedMonths({ ...payer, rates: rateTable(all) }, today);
      const after = chargedMonths({ ...payer, rates: rateTable([...all, change]) }, today);
      const amounts = (months: typeof before) =>
        months
          .filter((one) => monthKey(one) < change.sejak || !['tunggakan', 'berjalan'].includes(one.status))
          .map(({ tahun, bulan, status, jumlah }) => ({ tahun, bulan, status, jumlah }));
      expect(amounts(after)).toEqual(amounts(before));
      expect(after.map(({ status }) => status)).toEqual(before.map(({ status }) => status));
    }),
  );
});

test('a move or another house status never reaches back', () => {
  fc.assert(
    fc.property(history, now, house, (payer, today, next) => {
      const last = Math.max(first, ...payer.changes.map(({ month }) => month));
      const owing = houseAt(payer.changes, last);
      if (!owing) return;
      const { huruf_blok, rumah } = owing;
      const moved = [
        ...payer.changes,
        { month: last, huruf_blok, rumah, banyak: -1 as const },
        { month: last, ...next, banyak: 1 as const },
      ];
      const earlier = (changes: readonly OwingChange[]) =>
        chargedMonths({ ...payer, changes }, today).filter((one) => monthIndex(one) < last);
      expect(earlier(moved)).toEqual(earlier(payer.changes));
    }),
  );
});

test('what a month costs a payer is what an unpaid charged month is charged with', () => {
  fc.assert(
    fc.property(history, now, (payer, today) => {
      const costs = payerRates(payer, lived);
      for (const { status, jumlah, ...period } of chargedMonths(payer, today))
        if (status === 'tunggakan' || status === 'berjalan') expect(duesIn(costs, period)).toBe(jumlah);
    }),
  );
});

const august = { tahun: 2026, bulan: 8 };
const general = { sejak: '2026-01', huruf_blok: null, rumah: null, user_id: null, jumlah: 100_000 };
const ofBlock = { ...general, huruf_blok: 'A', jumlah: 110_000 };
const ofStatus = { ...general, rumah: 'kosong' as const, jumlah: 40_000 };
const ofHouse = { ...general, user_id: 7, jumlah: 250_000 };

test.each([
  ['one house before its status', [ofHouse, ofStatus, ofBlock, general], 250_000],
  ['a status before the block', [general, ofBlock, ofStatus], 40_000],
  ['a block before all', [ofBlock, general], 110_000],
  ['all', [general], 100_000],
  [
    'the next one once the most specific has ended',
    [ofHouse, { ...ofHouse, sejak: '2026-08', jumlah: null }, ofStatus],
    40_000,
  ],
  ['the later of two for the same month', [ofBlock, { ...ofBlock, jumlah: 120_000 }], 120_000],
  [
    'the present one where the next begins a month later',
    [general, { ...general, sejak: '2026-09', jumlah: 1 }],
    100_000,
  ],
])('the most specific rate holds: %s', (_, rates, expected) => {
  const own = { user_id: 7, huruf_blok: 'A', rumah: 'kosong' } as const;
  expect(rateIn(rateTable(rates), own, monthIndex(august))).toBe(expected);
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
