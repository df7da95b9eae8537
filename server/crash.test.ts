/** `kill -9` under load: acknowledged changes exist, and sums are correct. */
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBalance } from '../contract/cash-book.ts';
import { addIncome } from '../contract/income.ts';
import { readConfig } from './config.ts';
import { type Database, openDatabase } from './database/open.ts';
import { temporaryFolder } from './http/bind.ts';
import { openStorage } from './storage/open.ts';
import { brokenPromises, untilNobodyWrites } from './testing/aftermath.ts';
import { eventually } from './testing/eventually.ts';
import { type KilledEstate, makeKilledEstate } from './testing/killed-estate.ts';
import type { Person } from './testing/people.ts';
import { startServer } from './testing/process.ts';
import { storm } from './testing/storm.ts';
import { type Crowd, type Ledger, newLedger, type Step } from './testing/storm-ledger.ts';

/** More with `npm test -- crash --rounds 50`. */
const rounds = Number(process.env.GUYUB_CRASH_ROUNDS ?? 3);
const hands = 12;

let estate: KilledEstate;
let crowd: Crowd;
let witness: Person;
beforeAll(async () => {
  estate = await makeKilledEstate();
  await estate.withPeople(async (as) => {
    witness = await as.warga('P1');
    const houses = Array.from({ length: 96 }, (_, index) => `A${index + 1}`);
    crowd = {
      residents: await Promise.all(houses.map((house) => as.warga(house))),
      staff: [
        await as.ketua(),
        await as.koordinator('A'),
        ...(await Promise.all(Array.from({ length: 30 }, (_, index) => as.admin(`Admin ${index + 1}`)))),
      ],
    };
  });
});
afterAll(() => estate.remove());

/** Only old uploads are removed: younger ones could belong to another process. */
async function passAnHour(folder: string) {
  const then = new Date(Date.now() - 61 * 60 * 1_000);
  for (const name of await readdir(folder)) await utimes(join(folder, name), then, then);
}

/** Income of an early month, so that there are months to close. */
async function openBook() {
  const year = new Date().getFullYear() - 2;
  const body = { judul: 'Sewa balai', kategori: 'sewa', jumlah: 1_000_000, tanggal: `${year}-01-02` };
  expect((await crowd.staff[0]?.call(addIncome, { body }))?.status).toBe(201);
}

async function expectBalanceOf({ read }: Database) {
  const sumOf = async (query: { executeTakeFirstOrThrow(): Promise<{ total: number | null }> }) =>
    (await query.executeTakeFirstOrThrow()).total ?? 0;
  const others = read.selectFrom('penerimaan').select((eb) => eb.fn.sum<number | null>('jumlah').as('total'));
  const income = read
    .selectFrom('payments')
    .select((eb) => eb.fn.sum<number | null>('jumlah').as('total'))
    .where('status', '=', 'dikonfirmasi');
  const spent = read
    .selectFrom('expenses')
    .select((eb) => eb.fn.sum<number | null>('jumlah').as('total'))
    .where('dihapus_pada', 'is', null);
  const { saldo } = (await witness.call(getBalance)).body.data;
  expect(saldo).toBe((await sumOf(income)) + (await sumOf(others)) - (await sumOf(spent)));
}

const countOf = ({ payments, records, closings, heads, taps, handovers }: Ledger) => {
  const count = (step: Step) => payments.filter(({ acknowledged }) => acknowledged.has(step)).length;
  return {
    uploads: count('upload'),
    recordings: count('record'),
    confirmations: count('confirm'),
    rejections: count('reject'),
    withdrawals: count('withdraw'),
    others: records.length,
    closings: closings.length,
    heads: heads.size,
    taps: taps.length,
    handovers: handovers.length,
    removals: records.filter(({ removal }) => removal === 'acknowledged').length,
  };
};

/** However slow the machine: each crash hits a server at work, the last one after every kind of change. */
async function untilBusy(ledger: Ledger, round: number) {
  const uploads = 2 * round;
  await eventually(() => {
    const done = countOf(ledger);
    expect(done.uploads).toBeGreaterThanOrEqual(uploads);
    if (round === rounds)
      expect(
        Math.min(done.confirmations, done.removals, done.closings, done.heads, done.taps, done.handovers),
      ).toBeGreaterThan(0);
  }, 40_000);
}

const timeout = 120_000 + rounds * 40_000;

test(`${rounds} crashes under load lose nothing and leave nothing half done`, { timeout }, async () => {
  const ledger = newLedger();
  const config = readConfig(estate.env);
  const storage = openStorage(config.storage);
  let server = await startServer(estate.env);
  await openBook();
  for (let round = 1; round <= rounds; round += 1) {
    const weather = storm(crowd, ledger, hands);
    await untilBusy(ledger, round);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_300));
    await server.kill();
    await weather;
    if (estate.database.url) await untilNobodyWrites(estate.database.url);

    await passAnHour(temporaryFolder(config.dataDir));
    const opened = openDatabase(config);
    expect(await brokenPromises(opened, storage, ledger), `round ${round}`).toEqual([]);
    server = await startServer(estate.env);
    expect(await readdir(temporaryFolder(config.dataDir))).toEqual([]);
    await expectBalanceOf(opened);
    await opened.close();
  }
  await server.stop();

  console.log(`${rounds} crashes; acknowledged were`, countOf(ledger));
});
