import { amountOf } from '../../../contract/amount-of.ts';
import { monthIn, monthIndex, monthKey, shiftDay, shiftMonth } from '../../../contract/format.ts';
import { chargedMonths, openStates } from '../../../contract/owed.ts';
import { monthsAhead } from '../../../contract/payment-months.ts';
import { waiting } from '../../../contract/payments.ts';
import type { Actor } from '../../../contract/people.ts';
import type { Scope } from '../../../contract/policy.ts';
import { comparable } from '../../../contract/references.ts';
import { settledDays } from '../../../contract/settlements.ts';
import type { StatementLine } from '../../../contract/statements.ts';
import { oldMonthsKind } from '../../../contract/waivers.ts';
import { type Bill, type Match, matchCredits, type Slip } from '../../bank/match-credits.ts';
import { indexPeople, type Mentionable, mentionsOf, payerIn } from '../../bank/mentions.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../database/open.ts';
import { listCoded } from '../bills/queries.ts';
import { type Barred, listBarred, obstacleIn } from '../payments/barred-payers.ts';
import { payerHistories } from '../payments/owed-queries.ts';
import { listByReference, slipOf } from '../payments/reference-queries.ts';
import type { listLines } from './line-queries.ts';
import { listLearned, listPeople } from './payer-queries.ts';
import { listUnproven } from './settlement-queries.ts';

type Proposal = Pick<StatementLine, 'usulan' | 'alasan' | 'calon'>;

type OpenLine = Awaited<ReturnType<typeof listLines>>['data'][number];

/** @param lines open ones that brought money, oldest first */
export async function propose(
  { db, clock, config }: Context,
  actor: Actor,
  scope: Scope,
  lines: readonly OpenLine[],
): Promise<ReadonlyMap<number, Proposal>> {
  if (lines.length === 0) return new Map();
  const people = await listPeople(db, scope);
  const senders = lines.flatMap(({ uraian }) => payerIn(uraian) ?? []);
  const index = indexPeople(people, await listLearned(db, scope, senders));
  const credits = lines.map((line) => ({
    ...line,
    jumlah: line.sisa,
    referensi: comparable(line.referensi ?? ''),
    mentions: mentionsOf(line.uraian, index),
  }));
  const ids = credits.flatMap(({ mentions: { houses, learned, named } }) => [
    ...houses,
    ...learned,
    ...named,
  ]);
  const byId = new Map(people.map((person) => [person.id, person]));
  const reserved = await listCoded(
    db,
    lines.filter(({ jumlah, sisa }) => sisa === jumlah),
  );
  const coded = reserved.filter(({ user_id }) => byId.has(user_id));
  const payerIds = new Set([...ids, ...coded.map(({ user_id }) => user_id)]);
  const bills = await billsOf({ db, clock, config }, [...payerIds]);
  const barred = await listBarred({ db, now: clock().toISOString() }, actor.id);
  const slips = await slipsWith(
    db,
    credits.map(({ referensi }) => referensi),
    byId,
  );
  const payers = [...payerIds, ...slips.map(({ user_id }) => user_id)];
  return new Map(
    matchCredits(credits, bills, {
      coded: coded.map(({ bulan, ...bill }) => ({ ...bill, bills: bulan })),
      slips,
      confirmed: await listUnproven(db, scope, {
        payers: payers.filter((id) => byId.has(id)),
        from: shiftDay(lines[0]?.tanggal ?? '', -settledDays),
      }),
    }).map((match, at) => [credits[at]?.id ?? 0, present(match, byId, barred)]),
  );
}

/** Also those of accounts that nothing is proposed for: they make the number of another slip doubtful. */
async function slipsWith(
  db: Db,
  references: readonly string[],
  byId: ReadonlyMap<number, Mentionable>,
): Promise<Slip[]> {
  const payments = await listByReference(db, references.filter(Boolean));
  const slips = Map.groupBy(payments, (payment) => `${payment.referensi} ${slipOf(payment)}`);
  return [...slips.values()].flatMap(([newest, ...older]) =>
    newest
      ? {
          referensi: newest.referensi ?? '',
          user_id: newest.user_id,
          isPayable: byId.has(newest.user_id),
          bills: [newest, ...older].filter(({ status }) => status === waiting).toReversed(),
        }
      : [],
  );
}

/** Open and waiting months, and those to come that a bill may be for, oldest first. */
async function billsOf(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Bill[]>> {
  const now = monthIn(config.timeZone, clock());
  const histories = await payerHistories(db, ids, config.timeZone);
  return new Map(
    histories.map((history, at) => {
      const charged = chargedMonths(history, shiftMonth(now, monthsAhead));
      const first = charged.find(({ status }) => status !== oldMonthsKind) ?? now;
      const bills = charged
        .filter(({ status }) => openStates.includes(status))
        .map(({ tahun, bulan, jumlah, status }) => ({
          tahun,
          bulan,
          jumlah,
          menunggu: status === 'menunggu',
          nanti: status !== 'menunggu' && monthIndex({ tahun, bulan }) > monthIndex(now),
          ditagih_sejak: monthKey(first),
        }));
      return [ids[at] ?? 0, bills];
    }),
  );
}

function present(match: Match, byId: ReadonlyMap<number, Mentionable>, barred: Barred): Proposal {
  const who = (user_id: number) => {
    const { nama = '', blok = null } = byId.get(user_id) ?? {};
    return { user_id, nama, blok };
  };
  if (match.rule === null)
    return {
      usulan: null,
      alasan: match.why,
      calon: match.candidates.filter((user_id) => byId.has(user_id)).map(who),
    };
  const tagihan = match.tagihan.map(({ user_id, bills }) => ({
    ...who(user_id),
    bulan: bills.map(monthKey),
    jumlah: amountOf(bills),
  }));
  return {
    usulan: { aturan: match.rule, tagihan, halangan: obstacleIn(barred, tagihan) },
    alasan: null,
    calon: [],
  };
}
