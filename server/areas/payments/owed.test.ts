/** The SQL of arrears and of targets says what `contract/owed.ts` says of every account. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { amountOf } from '../../../contract/amount-of.ts';
import { monthIn, monthIndex, monthKey, monthOfIndex, shiftMonth } from '../../../contract/format.ts';
import {
  arrearsAgeKeys,
  arrearsAges,
  type ChargedMonth,
  chargedMonths,
  inState,
  type OwingChange,
  waivedStates,
} from '../../../contract/owed.ts';
import { paymentStatuses } from '../../../contract/payments.ts';
import { scopeOf } from '../../../contract/policy.ts';
import { houseStatuses } from '../../../contract/rates.ts';
import type { Tx } from '../../database/write.ts';
import { makeRandom, type Random } from '../../demo/random.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { fillEstate } from '../../testing/full-estate.ts';
import type { Person } from '../../testing/people.ts';
import { countArrears, listArrears } from '../arrears/queries.ts';
import { insertRate } from '../rates/queries.ts';
import { insertWaivers } from '../waivers/queries.ts';
import { monthlyDues } from './charged-queries.ts';
import { payerHistories, unpaidMonths } from './owed-queries.ts';

const zone = 'Asia/Jakarta';
const first = monthIndex({ tahun: 2023, bulan: 1 });
const last = monthIndex({ tahun: 2026, bulan: 12 });

let app: TestApp;
beforeEach(async () => {
  app = await makeApp();
});
afterEach(() => app.close());

const scopeFor = ({ actor }: Person) => {
  const scope = scopeOf(actor, 'payments.read');
  if (!scope) throw new Error(`${actor.nama} may not read payments`);
  return scope;
};

async function byFunction(blok: string | undefined) {
  const { db } = app.context;
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'active')
    .where('dihapus_pada', 'is', null)
    .$if(blok !== undefined, (query) => query.where('huruf_blok', '=', blok ?? ''))
    .execute();
  const now = monthIn(zone, app.clock.now);
  const rows = [];
  const ids = users.map(({ id }) => id);
  const unpaid = await unpaidMonths(db, ids, now, zone);
  for (const [at, history] of (await payerHistories(db, ids, zone)).entries()) {
    const id = ids[at] ?? 0;
    const charged = chargedMonths(history, now);
    const open = charged.filter(({ status }) => status === 'tunggakan' || status === 'berjalan');
    expect(unpaid[at]).toEqual(open.map(({ tahun, bulan, jumlah }) => ({ tahun, bulan, jumlah })));
    const months = inState(charged, 'tunggakan');
    const [oldest] = months;
    if (!oldest) continue;
    rows.push({ user_id: id, bulan: months.length, jumlah: amountOf(months), sejak: monthKey(oldest) });
  }
  return rows;
}

async function expectSameArrears(reader: Person, blok?: string) {
  const expected = (await byFunction(blok)).toSorted((a, b) => a.user_id - b.user_id);
  const options = { now: monthIn(zone, app.clock.now), timeZone: zone };
  const { data } = await listArrears(app.context.db, scopeFor(reader), options, {});
  const listed = data.map(({ user_id, bulan, jumlah, sejak }) => ({ user_id, bulan, jumlah, sejak }));
  expect(listed.toSorted((a, b) => a.user_id - b.user_id)).toEqual(expected);
  const counted = await countArrears(app.context.db, scopeFor(reader), options);
  expect(counted.perUmur).toEqual(
    arrearsAgeKeys.map((umur, at) => {
      const next = arrearsAgeKeys[at + 1];
      const to = next ? arrearsAges[next].from : Number.POSITIVE_INFINITY;
      const ofAge = expected.filter(({ bulan }) => bulan >= arrearsAges[umur].from && bulan < to);
      return { umur, banyak: ofAge.length, jumlah: amountOf(ofAge) };
    }),
  );
  return expected.length;
}

/** Target and collected of the months up to now, over all accounts, also deleted ones. */
async function expectSameTargets(reader: Person, months: number, blok?: string) {
  const { db } = app.context;
  const now = monthIn(zone, app.clock.now);
  const users = await db
    .selectFrom('users')
    .select('id')
    .$if(blok !== undefined, (query) => query.where('huruf_blok', '=', blok ?? ''))
    .execute();
  const charged: ChargedMonth[] = [];
  const ids = users.map(({ id }) => id);
  for (const history of await payerHistories(db, ids, zone)) charged.push(...chargedMonths(history, now));
  const sums = await monthlyDues(db, scopeFor(reader), { last: now, months, timeZone: zone });
  expect(sums).toEqual(
    Array.from({ length: months }, (_, back) => shiftMonth(now, back + 1 - months)).map((period) => {
      const all = charged.filter((month) => monthKey(month) === monthKey(period));
      const paid = inState(all, 'lunas');
      const due = all.filter(({ status }) => status !== 'dibebaskan' && status !== 'sistem_lama');
      const target = due.reduce((sum, { tarif }) => sum + tarif, 0);
      return { ...period, target, terkumpul: amountOf(paid), wajib: due.length, lunas: paid.length };
    }),
  );
}

/** What waivers refer to. */
async function proposalBy(db: Tx['db'], diajukan_oleh: number, diajukan_pada: string): Promise<number> {
  const empty = { tentang: '', permintaan: '{}', isi: '{}', sidik: '' };
  const { id } = await db
    .insertInto('persetujuan')
    .values({ jenis: 'pembebasan', ...empty, diajukan_oleh, diajukan_pada })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type House = Pick<OwingChange, 'huruf_blok' | 'rumah'>;

/** Begins and ceases to owe, and moves, at random instants, also at the ends of months; pays some months, others are waived. */
async function fillRandomly(random: Random, blok: string, proposal: number) {
  const person = await app.as.warga(blok);
  const instants = Array.from({ length: random.between(0, 5) }, () => {
    const { tahun, bulan } = monthOfIndex(random.between(first, last - 8));
    const hour = random.pick(['T16:59:59.999Z', 'T17:00:00.000Z', 'T03:00:00.000Z']);
    return `${monthKey({ tahun, bulan })}-${random.pick(['28', '30', '31', '01', '15'])}${hour}`;
  }).filter((instant) => !Number.isNaN(Date.parse(instant)) && new Date(instant).toISOString() === instant);
  const months = Array.from({ length: last - first + 1 }, (_, offset) => monthOfIndex(first + offset));
  await app.context.write('system', async (tx) => {
    const { db, now } = tx;
    await db.deleteFrom('debtor_changes').where('user_id', '=', person.id).execute();
    let before: House | null = null;
    for (const waktu of instants.toSorted()) {
      const next: House | null = random.chance(0.7)
        ? { huruf_blok: random.pick(['A', 'B', null]), rumah: random.pick(houseStatuses) }
        : null;
      const rows = [
        ...(before ? [{ user_id: person.id, waktu, banyak: -1 as const, ...before }] : []),
        ...(next ? [{ user_id: person.id, waktu, banyak: 1 as const, ...next }] : []),
      ];
      if (rows.length > 0) await db.insertInto('debtor_changes').values(rows).execute();
      before = next;
    }
    const waived = months.filter(() => random.chance(0.1));
    for (const month of waived) {
      const jenis = random.pick(waivedStates);
      await insertWaivers(tx, [
        {
          user_id: person.id,
          ...month,
          jenis,
          sebab: jenis === 'dibebaskan' ? 'lain' : null,
          jumlah: random.between(1, 200_000),
          tanggal: '2026-07-01',
          persetujuan_id: proposal,
        },
      ]);
    }
    const chance = random.pick([0, 0.5, 0.9, 1]);
    for (const month of months.filter(() => random.chance(chance))) {
      const status = waived.includes(month) ? 'ditolak' : random.pick(paymentStatuses);
      const dates = status === 'dikonfirmasi' ? { tanggal_kas: '2026-07-01' } : {};
      const payment = { user_id: person.id, ...month, jumlah: random.between(1, 200_000), status, ...dates };
      await db
        .insertInto('payments')
        .values({ ...payment, tanggal_upload: now })
        .execute();
    }
  });
}

test('random histories, dues and payments: both say the same, for the estate and for a block', async () => {
  const random = makeRandom('owed');
  const [admin, coordinator] = [await app.as.admin(), await app.as.koordinator('B')];
  const proposal = await app.context.write('system', ({ db, now }) => proposalBy(db, admin.id, now));
  for (let count = 1; count <= 60; count += 1)
    await fillRandomly(random, `${random.pick(['A', 'B'])}${count}`, proposal);
  const ids = (await app.context.db.selectFrom('users').select('id').execute()).map(({ id }) => id);
  const change = (sejak: string) =>
    app.context.write('system', async (tx) => {
      const all = { huruf_blok: null, rumah: null, user_id: null };
      const amount = () => (random.chance(0.3) ? 0 : random.between(50_000, 200_000));
      await insertRate(tx, { ...all, sejak, jumlah: random.between(50_000, 200_000) });
      await insertRate(tx, { ...all, huruf_blok: random.pick(['A', 'B']), sejak, jumlah: amount() });
      const rumah = random.pick(houseStatuses);
      await insertRate(tx, { ...all, rumah, sejak, jumlah: random.chance(0.3) ? null : amount() });
      for (const user_id of [random.pick(ids), random.pick(ids)])
        await insertRate(tx, { ...all, user_id, sejak, jumlah: random.chance(0.3) ? null : amount() });
    });
  for (const [sejak, instant] of [
    ['2023-04', '2026-07-15T03:00:00.000Z'],
    ['2024-01', '2026-07-31T16:59:59.999Z'],
    ['2024-02', '2026-07-31T17:00:00.000Z'],
    ['2026-08', '2026-08-01T03:00:00.000Z'],
    ['2026-11', '2026-10-31T17:00:00.000Z'],
  ] as const) {
    await change(sejak);
    app.clock.set(instant);
    expect(await expectSameArrears(admin)).toBeGreaterThan(20);
    expect(await expectSameArrears(coordinator, 'B')).toBeGreaterThan(5);
    await expectSameTargets(admin, 36);
    await expectSameTargets(coordinator, 12, 'B');
  }
});

test('the full estate: both say the same', async () => {
  const { readers } = await fillEstate(app);
  expect(await expectSameArrears(readers.admin)).toBeGreaterThan(0);
  await expectSameTargets(readers.admin, 12);
});

test.each([
  ['Asia/Jakarta', '2026-06-30T16:59:59.999Z', [6, 7]],
  ['Asia/Jakarta', '2026-06-30T17:00:00.000Z', [7]],
  ['America/Los_Angeles', '2026-07-01T06:59:59.999Z', [6, 7]],
  ['America/Los_Angeles', '2026-07-01T07:00:00.000Z', [7]],
])('in %s, who came at %s owes from that month of its calendar on', async (timeZone, created_at, owed) => {
  const { id } = await app.as.warga('A1', { created_at });
  const [months] = await unpaidMonths(app.context.db, [id], { tahun: 2026, bulan: 7 }, timeZone);
  expect(months?.map(({ bulan }) => bulan)).toEqual(owed);
});
