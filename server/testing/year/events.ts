/** What happens in the year of an estate of 40 houses, as data: who lives where, who pays how, and what else happens when. */

/** `A20` and `B20` are the homes of the coordinators. */
export const people: Readonly<Record<string, string>> = {
  A1: 'Agus Setiawan',
  A2: 'Bambang Hartono',
  A3: 'Citra Lestari',
  A4: 'Dewi Anggraini',
  A5: 'Endang Suryani',
  A6: 'Fajar Nugroho',
  A7: 'Gunawan Saputra',
  A8: 'Hendra Wijaya',
  A9: 'Indah Permata',
  A10: 'Kartika Sari',
  A11: 'Lukman Hakim',
  A12: 'Maya Puspita',
  A13: 'Nanang Kosasih',
  A14: 'Oktavia Rahman',
  A15: 'Purnomo Aji',
  A16: 'Qori Amalia',
  A17: 'Ratna Dewanti',
  A18: 'Sutrisno Hadi',
  A19: 'Tuti Alawiyah',
  A20: 'Rina Marlina',
  B1: 'Umar Bakri',
  B2: 'Vina Oktaviani',
  B3: 'Wawan Kurnia',
  B4: 'Yanti Susilo',
  B5: 'Zainal Abidin',
  B6: 'Aminah Zahra',
  B7: 'Basuki Rahmat',
  B8: 'Cahyo Prabowo',
  B9: 'Darmawan Putra',
  B10: 'Elly Simatupang',
  B11: 'Ferry Tampubolon',
  B12: 'Gatot Subagyo',
  B13: 'Haryanto Lubis',
  B14: 'Irfan Siregar',
  B15: 'Jamilah Nasution',
  B16: 'Komang Sudiarta',
  B17: 'Lestari Wulandari',
  B18: 'Wahyu Hidayat',
  B19: 'Mulyadi Santoso',
  B20: 'Slamet Riyadi',
};

const listed = (block: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${block}${from + at}`);

/** Houses that give cash at the door, if somebody is at home. From August on B19 lives in A21. */
const atTheDoor = {
  A: [...listed('A', 1, 10), 'A21'],
  B: [...listed('B', 1, 12), 'B18', 'B19'],
};
/** Doors that stay shut on the 5th of a month, or houses where nobody lives then. */
const shut: Readonly<Record<number, string[]>> = {
  1: ['A21', 'B12'],
  2: ['A21'],
  3: ['A21', 'B12'],
  4: ['A21', 'B18'],
  5: ['A21', 'B12', 'B18'],
  6: ['A21', 'A10'],
  7: ['A21', 'A10', 'B12'],
  8: ['B19'],
  9: ['B19', 'B12'],
  10: ['B19'],
  11: ['B19', 'B12'],
  12: ['B19', 'B12'],
};

/** A line of the bank statement: dues of a house for some months, or something that is recorded otherwise. */
export interface Line {
  day: number;
  text: string;
  amount: number;
  pays?: { house: string; bulan: string[] };
  /** Nobody in the estate has this name, so that the product proposes nothing. */
  stranger?: true;
}

const month = (bulan: number) => `2026-${String(bulan).padStart(2, '0')}`;
const transfer = (day: number, house: string, amount: number, ...bulan: number[]): Line => ({
  day,
  text: `TRSF E-BANKING CR ${people[house]}`.toUpperCase(),
  amount,
  pays: { house, bulan: bulan.map(month) },
});

/** A house pays its month, at the rate of the half-year. */
const own = (day: number, bulan: number, houses: readonly string[]) =>
  houses.map((house) => transfer(day, house, bulan < 7 ? 100_000 : 120_000, bulan));

/** The aunt of A14 pays for her: after two months the product knows her. */
const byAunt = (line: Line, bulan: number): Line =>
  line.pays?.house === 'A14'
    ? { ...line, text: 'TRSF E-BANKING CR SUPRIYADI EKO', ...(bulan < 3 && { stranger: true }) }
    : line;

function firstHalf(bulan: number): Line[] {
  const monthly = ['A11', 'A12', 'A13', 'A14', ...(bulan < 6 || bulan > 8 ? ['A15'] : []), 'A20'];
  if (bulan < 4) monthly.push('A19');
  return [
    ...own(8, bulan, monthly).map((line) => byAunt(line, bulan)),
    ...(bulan === 6 ? [transfer(8, 'A15', 300_000, 6, 7, 8)] : []),
    ...(bulan === 1 ? [transfer(10, 'A17', 600_000, 1, 2, 3, 4, 5, 6)] : []),
    ...(bulan === 7 ? [transfer(10, 'A17', 720_000, 7, 8, 9, 10, 11, 12)] : []),
    ...(bulan === 10 ? [{ day: 14, text: 'SETORAN TUNAI BENDAHARA', amount: 5_000_000 }] : []),
  ];
}

function secondHalf(bulan: number): Line[] {
  const monthly = ['B13', 'B14', 'B15', 'B16', ...(bulan === 2 || bulan === 3 ? [] : ['B17']), 'B20'];
  const quarter = [bulan - 2, bulan - 1, bulan];
  return [
    ...own(18, bulan, monthly),
    ...(bulan === 3 ? [transfer(18, 'B17', 200_000, 2, 3)] : []),
    ...(bulan % 3 === 0 ? [transfer(22, 'A16', bulan < 7 ? 300_000 : 360_000, ...quarter)] : []),
    { day: 25, text: 'TRSF DB GAJI SATPAM', amount: -1_500_000 },
    ...(bulan === 8 ? [{ day: 26, text: 'TRSF DB PERBAIKAN POS', amount: -3_000_000 }] : []),
  ];
}

const lastDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

interface Spending {
  does: 'spend';
  title: string;
  kategori: string;
  jumlah: number;
  from: 'kas' | 'bank';
  /** Above the limit for two people. */
  forTwo?: true;
}

export type Event = { on: string } & (
  | { does: 'open'; from: 'kas' | 'bank'; jumlah: number }
  | { does: 'limit'; jumlah: number }
  | { does: 'rate'; jumlah: number; rumah?: 'kosong' }
  | { does: 'house'; house: string; rumah: 'dihuni' | 'kosong' }
  | { does: 'leave'; house: string }
  | { does: 'arrive'; house: string; nama: string }
  | { does: 'move'; house: string; to: string }
  | { does: 'round'; block: 'A' | 'B'; houses: string[] }
  | { does: 'hand-over'; block: 'A' | 'B'; short?: number }
  | { does: 'slip'; house: string; bulan: string[] }
  /** A slip that the treasurer confirms from its picture. */
  | { does: 'seen-slip'; house: string; bulan: string[]; jumlah: number }
  | { does: 'statement'; from: number; to: number; bulan: number; lines: Line[] }
  | Spending
  | { does: 'receive'; title: string; kategori: string; jumlah: number }
  | { does: 'bank-cash'; jumlah: number }
  | { does: 'reverse-last'; title: string }
  | { does: 'close'; bulan: number; short?: number }
);

const on = (bulan: number, day: number) => `${month(bulan)}-${String(day).padStart(2, '0')}`;

/** What every month brings. The month is closed on the 3rd of the next one. */
function regular(bulan: number): Event[] {
  const last = lastDays[bulan - 1] ?? 31;
  const home = (block: 'A' | 'B') => atTheDoor[block].filter((house) => !shut[bulan]?.includes(house));
  const handOver = (block: 'A' | 'B', more = {}): Event => ({
    on: on(bulan, 6),
    does: 'hand-over',
    block,
    ...more,
  });
  return [
    { on: on(bulan, 5), does: 'round', block: 'A', houses: home('A') },
    { on: on(bulan, 5), does: 'round', block: 'B', houses: home('B') },
    ...(bulan < 12 ? [handOver('A')] : []),
    handOver('B', bulan === 4 ? { short: 50_000 } : {}),
    {
      on: on(bulan, 10),
      does: 'spend',
      title: 'Sampah',
      kategori: 'kebersihan',
      jumlah: 350_000,
      from: 'kas',
    },
    { on: on(bulan, 15), does: 'statement', bulan, from: 1, to: 15, lines: firstHalf(bulan) },
    {
      on: on(bulan, 25),
      does: 'spend',
      title: 'Satpam',
      kategori: 'keamanan',
      jumlah: 1_500_000,
      from: 'bank',
    },
    { on: on(bulan, last), does: 'statement', bulan, from: 16, to: last, lines: secondHalf(bulan) },
    {
      on: bulan === 12 ? '2027-01-03' : on(bulan + 1, 3),
      does: 'close',
      bulan,
      ...(bulan === 11 && { short: 5_000 }),
    },
  ];
}

const paint = {
  does: 'spend',
  title: 'Cat pagar',
  kategori: 'lain-lain',
  jumlah: 200_000,
  from: 'kas',
} as const;
const quarterOf = (bulan: number) => [bulan - 2, bulan - 1, bulan].map(month);

const special: readonly Event[] = [
  { on: '2026-01-02', does: 'open', from: 'bank', jumlah: 5_000_000 },
  { on: '2026-01-02', does: 'open', from: 'kas', jumlah: 750_000 },
  { on: '2026-01-03', does: 'limit', jumlah: 2_000_000 },
  {
    on: '2026-01-10',
    does: 'seen-slip',
    house: 'A17',
    bulan: [1, 2, 3, 4, 5, 6].map(month),
    jumlah: 600_000,
  },
  { on: '2026-02-20', does: 'rate', rumah: 'kosong', jumlah: 50_000 },
  { on: '2026-03-20', does: 'slip', house: 'A16', bulan: quarterOf(3) },
  { on: '2026-04-10', does: 'house', house: 'A7', rumah: 'kosong' },
  { on: '2026-05-12', does: 'leave', house: 'B18' },
  { on: '2026-05-13', ...paint },
  { on: '2026-05-13', ...paint }, // once too often
  { on: '2026-05-15', does: 'arrive', house: 'B18', nama: 'Yusuf Maulana' },
  { on: '2026-06-07', does: 'slip', house: 'A15', bulan: [6, 7, 8].map(month) },
  { on: '2026-06-08', does: 'reverse-last', title: 'Cat pagar' },
  { on: '2026-06-19', does: 'slip', house: 'A16', bulan: quarterOf(6) },
  { on: '2026-06-20', does: 'rate', jumlah: 120_000 },
  {
    on: '2026-07-10',
    does: 'seen-slip',
    house: 'A17',
    bulan: [7, 8, 9, 10, 11, 12].map(month),
    jumlah: 720_000,
  },
  { on: '2026-08-02', does: 'move', house: 'B19', to: 'A21' },
  {
    on: '2026-08-26',
    does: 'spend',
    title: 'Perbaikan pos',
    kategori: 'lain-lain',
    jumlah: 3_000_000,
    from: 'bank',
    forTwo: true,
  },
  { on: '2026-09-02', does: 'house', house: 'A7', rumah: 'dihuni' },
  { on: '2026-09-12', does: 'receive', title: 'Sewa tenda', kategori: 'sewa', jumlah: 250_000 },
  { on: '2026-09-20', does: 'slip', house: 'A16', bulan: quarterOf(9) },
  { on: '2026-10-14', does: 'bank-cash', jumlah: 5_000_000 },
  { on: '2026-12-20', does: 'slip', house: 'A16', bulan: quarterOf(12) },
];

/** In the order in which they happen. */
export const events: readonly Event[] = [
  ...special,
  ...Array.from({ length: 12 }, (_, at) => regular(at + 1)).flat(),
].toSorted((a, b) => (a.on < b.on ? -1 : Number(a.on > b.on)));
