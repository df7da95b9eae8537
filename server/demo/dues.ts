/** Demo payments: most on time, others late, in cash, resubmitted after a rejection, or missing. */
import type { Period } from '../../contract/format.ts';
import type { PaymentStatus } from '../../contract/payments.ts';
import { blockLetter } from '../../contract/people.ts';
import { defaultSettings } from '../../contract/settings.ts';
import { type Calendar, historyMonths } from './calendar.ts';
import type { People, Person } from './people.ts';
import { makeRandom, type Random } from './random.ts';

export interface PlannedPayment extends Period {
  payer: Person;
  jumlah: number;
  status: PaymentStatus;
  keterangan: string | null;
  catatan: string | null;
  uploaded: Date;
  decided: Date | null;
  reviewer: Person | null;
  /** Picture: transfer slip, receipt for cash, or a row of the paper book used before the app. */
  proof: 'transfer' | 'receipt' | 'book';
}

/** The app was introduced a year ago; earlier payments were recorded by coordinators from paper books. */
const firstMonthOfApp = historyMonths - 12;
const thisMonth = historyMonths - 1;
const lastMonth = historyMonths - 2;

type Outcome = 'unpaid' | 'waiting' | 'rejected' | 'repaid' | 'confirmed';
type Habit = 'early' | 'late' | 'cash' | 'careless';

const reliability: Record<Habit, number> = { early: 0.99, late: 0.97, cash: 0.98, careless: 0.62 };
const rejections = [
  'Bukti transfer tidak terbaca, mohon foto ulang.',
  'Nominal pada bukti tidak sesuai iuran.',
  'Rekening tujuan bukan rekening kas warga.',
  'Bukti ini sudah dipakai untuk bulan sebelumnya.',
];
const cashRemarks = [
  'Tunai, diterima saat ronda',
  'Tunai di pos satpam',
  'Dititipkan lewat tetangga',
  'Tunai saat arisan',
];

export function planPayments(people: People, calendar: Calendar): PlannedPayment[] {
  // With this seed, block A has five waiting payments for the demo coordinator to review.
  const random = makeRandom('guyub');
  const [demoResident, ...others] = people.residents;
  const recent = assignRecentMonths(others, calendar, random);
  const payments: PlannedPayment[] = [];
  const hasJoined = (payer: Person, month: number) =>
    payer.joined.getTime() < (calendar.months[month]?.end ?? 0);
  for (const payer of people.residents) {
    const isDemo = payer === demoResident;
    const habit = isDemo
      ? 'early'
      : random.pick<Habit>(['early', 'early', 'early', 'early', 'late', 'late', 'cash', 'careless']);
    for (let month = 0; month < historyMonths; month += 1) {
      if (!hasJoined(payer, month)) continue;
      const outcome = isDemo
        ? outcomeOfDemo(month)
        : (recent.get(month)?.get(payer) ?? outcomeOf(habit, month, random));
      payments.push(...pay({ payer, month, habit, outcome, people, calendar, random }));
    }
  }
  for (const payer of [people.ketua, people.admin, ...people.coordinators]) {
    for (let month = 0; month < historyMonths; month += 1) {
      if (!hasJoined(payer, month)) continue;
      payments.push(...pay({ payer, month, habit: 'early', outcome: 'confirmed', people, calendar, random }));
    }
  }
  return payments.toSorted((a, b) => a.uploaded.getTime() - b.uploaded.getTime());
}

/** Leaves enough waiting payments to try reviewing thirty in a row, even on the first day of a month. */
function assignRecentMonths(
  residents: readonly Person[],
  calendar: Calendar,
  random: Random,
): Map<number, Map<Person, Outcome>> {
  const dayOfMonth = Number(calendar.dateOf(calendar.now).slice(8));
  const assign = (counts: readonly (readonly [Outcome, number])[]) => {
    const outcomes = counts.flatMap(([outcome, count]) => Array.from({ length: count }, () => outcome));
    return new Map(random.shuffled(residents).map((payer, index) => [payer, outcomes[index] ?? 'confirmed']));
  };
  return new Map([
    [
      lastMonth,
      assign([
        ['waiting', 12],
        ['rejected', 3],
        ['unpaid', 7],
        ['repaid', 3],
      ]),
    ],
    [
      thisMonth,
      assign([
        ['waiting', 22],
        ['rejected', 4],
        ['unpaid', Math.max(18, 70 - 2 * dayOfMonth)],
        ['repaid', 2],
      ]),
    ],
  ]);
}

/** The last two months are unpaid, so that the reminder shows; one earlier payment was rejected and repeated. */
function outcomeOfDemo(month: number): Outcome {
  if (month >= lastMonth) return 'unpaid';
  return month === thisMonth - 4 ? 'repaid' : 'confirmed';
}

function outcomeOf(habit: Habit, month: number, random: Random): Outcome {
  if (!random.chance(reliability[habit])) return 'unpaid';
  return month >= firstMonthOfApp && habit !== 'cash' && random.chance(0.05) ? 'repaid' : 'confirmed';
}

interface Case {
  payer: Person;
  month: number;
  habit: Habit;
  outcome: Outcome;
  people: People;
  calendar: Calendar;
  random: Random;
}

function pay(given: Case): PlannedPayment[] {
  const { payer, month, habit, outcome, people, calendar, random } = given;
  const period = calendar.months[month];
  if (outcome === 'unpaid' || !period) return [];
  const uploaded = timeOfPayment(given);
  const paid = {
    payer,
    tahun: period.tahun,
    bulan: period.bulan,
    jumlah: defaultSettings.duesAmount,
    keterangan: null,
    catatan: null,
    uploaded,
    decided: null,
    reviewer: null,
    proof: 'transfer',
  } as const;
  if (outcome === 'waiting') return [{ ...paid, status: 'menunggu_konfirmasi' }];
  const reviewer = reviewerFor(payer, people, random);
  const byHand = month < firstMonthOfApp || (habit === 'cash' && outcome === 'confirmed');
  if (byHand) return [{ ...paid, ...receivedInCash(given), status: 'dikonfirmasi', decided: uploaded }];

  const decided = calendar.later(uploaded, 0.2 + 2 * random.next(), random);
  if (outcome === 'confirmed') {
    const catatan = random.chance(0.06) ? 'Terima kasih, sudah kami terima.' : null;
    return [{ ...paid, status: 'dikonfirmasi', decided, reviewer, catatan }];
  }
  const rejected = {
    ...paid,
    status: 'ditolak',
    decided,
    reviewer,
    catatan: random.pick(rejections),
  } as const;
  if (outcome === 'rejected') return [rejected];
  const again = calendar.later(decided, 0.5 + 3 * random.next(), random);
  const accepted = calendar.later(again, 0.2 + random.next(), random);
  return [rejected, { ...paid, status: 'dikonfirmasi', uploaded: again, decided: accepted, reviewer }];
}

function timeOfPayment({ payer, month, habit, outcome, calendar, random }: Case): Date {
  const { next } = random;
  if (outcome === 'waiting') return calendar.moment(month, 0.75 + 0.25 * next(), random);
  const tooLate = habit === 'late' && month < lastMonth && random.chance(0.12);
  const instant = tooLate
    ? calendar.moment(month + 1, 0.3 * next(), random)
    : calendar.moment(month, habit === 'early' ? 0.4 * next() : 0.3 + 0.6 * next(), random);
  return instant > payer.joined ? instant : calendar.later(payer.joined, 0.5, random);
}

function coordinatorOf(payer: Person, { coordinators }: People): Person | undefined {
  return coordinators.find(({ blok }) => blockLetter(blok) === blockLetter(payer.blok));
}

/** Mostly the block's coordinator; never the payer. */
function reviewerFor(payer: Person, people: People, random: Random): Person {
  const { admin, ketua } = people;
  const coordinator = coordinatorOf(payer, people) ?? admin;
  const all = [coordinator, coordinator, coordinator, admin, admin, ketua];
  return random.pick(all.filter((reviewer) => reviewer !== payer));
}

function receivedInCash({ payer, month, people, random }: Case) {
  const takers = [coordinatorOf(payer, people), people.admin, people.ketua];
  const reviewer = takers.find((taker) => taker !== undefined && taker !== payer) ?? people.admin;
  const onPaper = month < firstMonthOfApp;
  return {
    reviewer,
    keterangan: onPaper ? 'Disalin dari buku iuran blok' : random.pick(cashRemarks),
    proof: onPaper ? ('book' as const) : ('receipt' as const),
  };
}
