/** The whole book: filters, running balance, and the export that the real hledger reads. */
import { execFileSync, spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reverseEntry } from '../../../contract/book.ts';
import { getBalance } from '../../../contract/cash-book.ts';
import { proposeClosing } from '../../../contract/closings.ts';
import { addExpense } from '../../../contract/expenses.ts';
import * as journal from '../../../contract/journal.ts';
import { recordPayment } from '../../../contract/payments.ts';
import * as places from '../../../contract/places.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { sumEntries } from '../cash-book/queries.ts';

let app: TestApp;
let ketua: Person;
let siti: Person;
let [bank, building] = [0, 0];
beforeEach(async () => {
  app = await makeApp();
  [ketua, siti] = [await app.as.ketua(), await app.as.warga('A1-1', { nama: 'Siti' })];
  const bankBody = { nama: 'Bank: BRI; dua | Blok', jenis: 'bank' } as const;
  bank = (await ketua.call(places.addMoneyAccount, { body: bankBody })).body.id;
  building = (await ketua.call(places.addFund, { body: { nama: 'Pembangunan', terikat: true } })).body.id;
});
afterEach(() => app.close());

async function receive(jumlah: number, place: object, bulan: number) {
  const body = { user_id: siti.id, tahun: 2026, bulan, jumlah, ...place };
  return await ketua.call(recordPayment, { body, files: { bukti_transfer: await photo() } });
}
async function spend(
  jumlah: number,
  place: object = {},
  tanggal_digunakan = '2026-07-15',
  judul = 'Cat; pos',
) {
  const [tahun, bulan] = tanggal_digunakan.split('-').map(Number) as [number, number];
  const body = { tahun, bulan, judul, deskripsi: 'Cat', tanggal_digunakan, jumlah, ...place };
  return await ketua.call(addExpense, { body, files: { foto: await photo() } });
}
const move = (jumlah: number, tanggal: string, from: [number, number], to: [number, number]) =>
  ketua.call(places.transferMoney, {
    body: { dari_akun: from[0], dari_dana: from[1], ke_akun: to[0], ke_dana: to[1], jumlah, tanggal },
  });

async function fill() {
  await receive(100_000, { akun_id: bank }, 7);
  await spend(20_000, { akun_id: bank }, '2026-07-02');
  await move(30_000, '2026-07-10', [bank, 1], [1, building]);
  await spend(5_000, {}, '2026-06-30', 'Sapu');
}
type Query = Parameters<typeof ask>[0];
const ask = async (query: { [K in keyof journal.JournalFilter]?: string | number | undefined }) =>
  (await ketua.call(journal.listEntries, { query: query as never })).body.data;
const numbers = async (query: Query) => (await ask(query)).map(({ nomor }) => nomor);

test('entries are filtered by day, account, fund, kind, category and words, newest first, and counted', async () => {
  await fill();
  expect(await numbers({})).toEqual([1, 4, 3, 2, 5]);
  expect(await numbers({ dari: '2026-07-02', sampai: '2026-07-10' })).toEqual([4, 3, 2]);
  expect(await numbers({ akun: bank })).toEqual([1, 3, 2]);
  expect(await numbers({ dana: building })).toEqual([4]);
  expect(await numbers({ jenis: 'pindah' })).toEqual([4, 3]);
  expect(await numbers({ kategori: 'lain-lain' })).toEqual([2, 5]);
  expect(await numbers({ q: 'siti' })).toEqual([1]);
  expect(await numbers({ q: 'sapu', akun: bank })).toEqual([]);
  const { body } = await ketua.call(journal.countEntries, { query: { akun: bank } });
  expect(body.data).toEqual({ total: 3, lebih: false });
});

test('a search finds words of all years, on as many pages, and nothing in an empty book', async () => {
  const search = { q: 'sapu', dari: '1900-01-01' };
  expect(await numbers(search)).toEqual([]);
  for (const day of ['2025-02-28', '2026-07-15', '2026-04-17', '2026-04-16'])
    await spend(5_000, {}, day, 'Sapu');
  await spend(5_000, {}, '2025-06-01', 'Ember');
  expect(await numbers(search)).toEqual([2, 3, 4, 1]);
  expect(await numbers({ ...search, sampai: '2026-04-16' })).toEqual([4, 1]);
  expect(await numbers({ q: 'sapu' })).toEqual([2, 3, 4]);
  const page = async (cursor?: string) =>
    (await ketua.call(journal.listEntries, { query: { ...search, limit: 2, cursor } })).body;
  const first = await page();
  const second = await page(first.nextCursor ?? '');
  expect([first, second].map(({ data }) => data.map(({ nomor }) => nomor))).toEqual([
    [2, 3],
    [4, 1],
  ]);
  expect(second.nextCursor).toBeNull();
});

test('the running balance is that of the filtered account, also on a later page, and absent between the lines', async () => {
  await fill();
  expect((await ask({ akun: bank })).map(({ saldo }) => saldo)).toEqual([50_000, -50_000, -20_000]);
  const first = (await ketua.call(journal.listEntries, { query: { akun: bank, limit: 1 } })).body;
  const query = { akun: bank, limit: 2, cursor: first.nextCursor ?? '' } as never;
  const { data } = (await ketua.call(journal.listEntries, { query })).body;
  expect(data.map(({ saldo }) => saldo)).toEqual([-50_000, -20_000]);
  for (const query of [{ jenis: 'iuran' }, { q: 'siti' }])
    expect((await ask(query)).map(({ saldo }) => saldo)).toEqual([null]);
  expect((await ask({ kategori: 'lain-lain' })).map(({ saldo }) => saldo)).toEqual([null, null]);
});

test('the running balance of an account leaves out what others moved on that day', async () => {
  await spend(7_000);
  await receive(100_000, { akun_id: bank }, 7);
  await spend(3_000, { akun_id: bank, dana_id: 1 });
  expect((await ask({ akun: bank })).map(({ saldo }) => saldo)).toEqual([97_000, 100_000]);
  expect((await ask({ akun: 1 })).map(({ saldo }) => saldo)).toEqual([-7_000]);
});

test.each([{ dari: 'kemarin' }, { akun: 0 }, { jenis: 'hadiah' }, { kategori: 'x'.repeat(61) }])(
  'the filter %o is refused',
  async (query) => {
    const { status } = await ketua.call(journal.listEntries, { query: query as never });
    expect(status).toBe(422);
  },
);

const readJournal = async () =>
  ((await ketua.call(journal.exportJournal)).body as unknown as { text: string }).text;
const hasHledger = spawnSync('hledger', ['--version']).status === 0;

test.skipIf(!hasHledger)(
  'hledger (Debian package) balances the journal of 60 random bookings to the rupiah of every account and fund',
  async () => {
    let seed = 20;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const place = () => ({ akun_id: [1, bank][random(2)] ?? 1, dana_id: [1, building][random(2)] ?? 1 });
    for (let count = 0; count < 60; count += 1) {
      const day = `2026-07-${String(1 + random(15)).padStart(2, '0')}`;
      const [from, to] = [place(), place()];
      const kind = random(4);
      if (kind === 0) await receive(1 + random(90_000), from, 1 + random(12));
      else if (kind === 1) await spend(1 + random(30_000), from, day);
      else if (kind === 2)
        await move(1 + random(20_000), day, [from.akun_id, from.dana_id], [to.akun_id, to.dana_id]);
      else
        await ketua.call(reverseEntry, { body: { nomor: 1 + random(count + 1), alasan: 'Salah mencatat' } });
    }
    const options = ['-f', '-', 'balance', 'aset', '--flat', '-N', '-E', '-O', 'csv'];
    const csv = execFileSync('hledger', options, { input: await readJournal(), encoding: 'utf8' });
    const counted = [...csv.matchAll(/"aset:(\d+) [^"]*:(\d+) [^"]*","(-?\d+)/g)].map((match) =>
      match.slice(1).map(Number),
    );
    const balances = (await siti.call(places.listPlaceBalances)).body.data;
    const shown = balances.map(({ akun_id, dana_id, saldo }) => [akun_id, dana_id, saldo]);
    const byText = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1);
    expect(counted.toSorted(byText)).toEqual(shown.toSorted(byText));
    expect(counted.length).toBe(4);

    const { saldo } = (await siti.call(getBalance)).body.data;
    expect(balances.reduce((sum, each) => sum + each.saldo, 0)).toBe(saldo);
    const kept = await app.context.db.selectFrom('kas_bulanan').selectAll().execute();
    const nameOf = (each: {
      bulan: string;
      akun_id: number;
      dana_id: number;
      jenis: string;
      kategori: string;
    }) => [each.bulan, each.akun_id, each.dana_id, each.jenis, each.kategori].join(' ');
    const totals = (rows: ((typeof kept)[number] | Awaited<ReturnType<typeof sumEntries>>[number])[]) =>
      rows.map((each) => `${nameOf(each)}: ${each.banyak} ${each.jumlah}`).toSorted();
    expect(totals(kept)).toEqual(totals(await sumEntries(app.context.db)));
  },
);

test.skipIf(!hasHledger)('hledger finds income, spending and possessions by type', async () => {
  await fill();
  const input = await readJournal();
  const totalOf = (type: string) => {
    const options = ['-f', '-', 'balance', `type:${type}`, '--depth', '1', '-N', '-O', 'csv'];
    return execFileSync('hledger', options, { input, encoding: 'utf8' }).split('\n')[1];
  };
  expect(['A', 'R', 'X'].map(totalOf)).toEqual([
    '"aset","75000 IDR"',
    '"pemasukan","-100000 IDR"',
    '"pengeluaran","25000 IDR"',
  ]);
});

test.skipIf(!hasHledger)(
  'hledger finds the income and spending of the cash book, with differences of counts, and passes its strict checks',
  async () => {
    await fill();
    app.clock.set('2026-08-02T03:00:00.000Z');
    for (const [bulan, inBank] of [
      ['2026-06', 0],
      ['2026-07', 49_000],
    ] as const) {
      const akun = [
        { akun_id: 1, jumlah: inBank && 30_000 },
        { akun_id: bank, jumlah: inBank },
      ];
      await ketua.call(proposeClosing, { body: { bulan, akun, alasan: 'Uang kembalian dari warung' } });
    }
    const { totalPemasukan, totalPengeluaran } = (await siti.call(getBalance)).body.data;
    expect([totalPemasukan, totalPengeluaran]).toEqual([105_000, 26_000]);
    const input = await readJournal();
    const totalOf = (type: string) => {
      const options = ['-f', '-', 'balance', `type:${type}`, '-N', '--depth', '1', '-O', 'csv'];
      return execFileSync('hledger', options, { input, encoding: 'utf8' }).split('\n')[1];
    };
    expect(['R', 'X'].map(totalOf)).toEqual(['"pemasukan","-105000 IDR"', '"pengeluaran","26000 IDR"']);
    const { stderr } = spawnSync('hledger', ['-f', '-', 'check', '--strict'], { input, encoding: 'utf8' });
    expect(stderr).toBe('');
  },
);

test('a reversal names the entry that it takes back', async () => {
  await fill();
  await ketua.call(reverseEntry, { body: { nomor: 2, alasan: 'Salah; mencatat' } });
  expect(await readJournal()).toMatch(
    /\n2026-07-15 \(6\) Pembatalan nomor 2, Salah, mencatat\n {4}aset:.* {2}20000 IDR\n {4}pengeluaran:lain-lain {2}-20000 IDR\n/,
  );
});

test('a transfer without words is named', async () => {
  await fill();
  expect(await readJournal()).toContain('2026-07-10 (3) Pemindahan\n');
});

test('a page without a limit has 200 entries', async () => {
  for (let at = 0; at < 101; at += 1) await move(1, '2026-07-10', [bank, 1], [1, building]);
  const first = (await ketua.call(journal.listEntries)).body;
  const second = (await ketua.call(journal.listEntries, { query: { cursor: first.nextCursor ?? '' } })).body;
  expect([first.data.length, second.data.length, second.nextCursor]).toEqual([200, 2, null]);
});

test('a resident reads neither the entries nor the journal', async () => {
  for (const endpoint of [journal.listEntries, journal.exportJournal])
    expect((await siti.call(endpoint)).status).toBe(403);
});
