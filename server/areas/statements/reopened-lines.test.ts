/** Bank lines that were matched with the wrong confirmed slip: the link is undone, the payment stays. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { reverseEntry } from '../../../contract/book.ts';
import { getBalance } from '../../../contract/cash-book.ts';
import { listEntries } from '../../../contract/journal.ts';
import { reviewPayment } from '../../../contract/payments.ts';
import { settleLine } from '../../../contract/settlements.ts';
import {
  getStatementRadar,
  listKnownPayers,
  listStatementLines,
  markStatementLine,
  matchStatementLines,
} from '../../../contract/statements.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { importLines, openLines } from '../../testing/statement-lines.ts';
import { bcaStatement } from '../../testing/statement-recipes.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
let budi: Person;
let ani: Person;
beforeEach(async () => {
  app = await makeApp(); // 15 July 2026
  [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
  const created_at = '2026-05-10T03:00:00.000Z';
  budi = await app.as.warga('A1-1', { nama: 'Budi Santoso', created_at });
  ani = await app.as.warga('A1-2', { nama: 'Ani Lestari', created_at });
});
afterEach(async () => {
  expect((await findViolations(app.context)).violations).toEqual([]);
  await app.close();
});

async function confirmed(of: Person, bulan: number): Promise<number> {
  const id = await app.given.payment({ of, bulan });
  const body = { status: 'dikonfirmasi' } as const;
  expect((await admin.call(reviewPayment, { params: { id }, body })).status).toBe(200);
  return id;
}
async function given(...lines: [text: string, amount: number][]): Promise<number[]> {
  const rows = lines.map(([text, amount]) => ({ day: '14/07', text, amount }));
  const content = bcaStatement(rows, { from: '01/07/2026', to: '31/07/2026' });
  await importLines(admin, content);
  return (await openLines(admin)).map(({ id }) => id);
}
const match = (mutasi_id = 0, ...payers: [of: Person, bulan: string][]) =>
  admin.call(matchStatementLines, {
    body: {
      cocok: [{ mutasi_id, tagihan: payers.map(([{ id }, bulan]) => ({ user_id: id, bulan: [bulan] })) }],
    },
  });
const mark = (id = 0, status: 'terbuka' | 'diabaikan' = 'terbuka') =>
  ketua.call(markStatementLine, { params: { id }, body: { status } });
const lineOf = async (id = 0) =>
  (await admin.call(listStatementLines)).body.data.find((line) => line.id === id);
const saldo = async () => (await admin.call(getBalance)).body.data.saldo;

test('a line matched with the wrong confirmed slip opens again alone, and pays what it brought', async () => {
  const slip = await confirmed(budi, 6);
  const [line] = await given(['TRSF HENDRIKUS BOLENG', 100_000]);
  expect((await match(line, [budi, '2026-06'])).status).toBe(200);
  const before = (await admin.call(listEntries)).body.data;

  expect((await mark(line)).status).toBe(200);
  expect(await lineOf(line)).toMatchObject({ status: 'terbuka', sisa: 100_000, pembayaran: [] });
  expect((await admin.call(listEntries)).body.data).toEqual(before);
  expect((await admin.call(getStatementRadar)).body.data.tanpa_mutasi).toMatchObject([{ id: slip }]);
  expect((await admin.call(listKnownPayers)).body.data).toEqual([]);
  const [row] = (await ketua.call(listAudit, { query: { entitas: 'lines' } })).body.data;
  expect(row).toMatchObject({
    aksi: 'line.marked',
    nama: ketua.nama,
    sebelum: { status: 'cocok', pembayaran: [slip] },
    sesudah: { status: 'terbuka' },
  });

  expect((await match(line, [ani, '2026-07'])).status).toBe(200);
  expect(await saldo()).toBe(200_000);
  const booked = (await admin.call(listEntries)).body.data.map(({ nomor, tanggal }) => [nomor, tanggal]);
  expect(booked).toContainEqual([2, '2026-07-14']);
});

test('a line keeps the dues that it brought itself, and opens for the rest', async () => {
  await confirmed(budi, 6);
  const [line] = await given(['TRSF DUA RUMAH', 200_000]);
  expect((await match(line, [budi, '2026-06'], [ani, '2026-07'])).status).toBe(200);
  const held = async () => (await lineOf(line))?.pembayaran.map(({ nama, dibukukan }) => [nama, dibukukan]);
  expect(await held()).toEqual([
    ['Budi Santoso', false],
    ['Ani Lestari', true],
  ]);
  expect((await mark(line)).status).toBe(200);
  expect(await lineOf(line)).toMatchObject({ status: 'terbuka', sisa: 100_000 });
  expect(await held()).toEqual([['Ani Lestari', true]]);

  expect((await match(line, [budi, '2026-07'])).status).toBe(200);
  expect((await mark(line)).refusal.code).toBe('line_booked');
  expect(await saldo()).toBe(300_000);
});

test('an open line lets go of the wrong slip that holds a part of it, and keeps nothing else open', async () => {
  await confirmed(budi, 6);
  const [line] = await given(['TRSF DUA RUMAH', 200_000]);
  await match(line, [budi, '2026-06'], [ani, '2026-07']);
  expect((await mark(line, 'diabaikan')).refusal.code).toBe('line_decided');
  await ketua.call(reverseEntry, { body: { nomor: 2, alasan: 'Salah rumah, dicatat ulang' } });
  expect(await lineOf(line)).toMatchObject({ status: 'terbuka', sisa: 100_000 });

  const answers = await Promise.all([mark(line), mark(line)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await lineOf(line)).toMatchObject({ status: 'terbuka', sisa: 200_000, pembayaran: [] });
  expect(await saldo()).toBe(100_000);
  expect((await match(line, [budi, '2026-07'], [ani, '2026-07'])).status).toBe(200);
  expect(await saldo()).toBe(300_000);
});

test('a line that is ignored with a part held opens with that part held', async () => {
  await confirmed(budi, 6);
  const [line] = await given(['TRSF DUA RUMAH', 200_000]);
  await match(line, [budi, '2026-06'], [ani, '2026-07']);
  await ketua.call(reverseEntry, { body: { nomor: 2, alasan: 'Salah rumah, dicatat ulang' } });
  await mark(line, 'diabaikan');
  expect((await mark(line)).status).toBe(200);
  expect(await lineOf(line)).toMatchObject({ sisa: 100_000, pembayaran: [{ nama: 'Budi Santoso' }] });
});

const text = 'TRSF HENDRIKUS BOLENG';
const known = async () =>
  (await admin.call(listKnownPayers)).body.data.map(({ user_id, banyak }) => [user_id, banyak]);
const reverse = async (nomor: number) => {
  const body = { nomor, alasan: 'Salah rumah, dicatat ulang' };
  expect((await ketua.call(reverseEntry, { body })).status).toBe(200);
};

test('a line that paid for two houses, or settled a slip, takes nothing back of what others taught', async () => {
  const slip = await confirmed(budi, 8);
  const [first, second, both, settled] = await given(
    ...[100_000, 100_000, 200_000, 100_000].map((amount, at): [string, number] => [`${text} ${at}`, amount]),
  );
  await admin.call(settleLine, { params: { id: settled ?? 0 }, body: { pembayaran: [slip] } });
  await match(first, [budi, '2026-05']);
  await match(second, [budi, '2026-06']);
  await match(both, [budi, '2026-07'], [ani, '2026-07']);
  for (const nomor of [5, 4]) await reverse(nomor);
  expect((await mark(settled)).status).toBe(200);
  expect(await known()).toEqual([[budi.id, 2]]);
});

test('what a line taught goes with the payments that taught it, also when the rest pays for another house', async () => {
  const [first, second] = await given([text, 100_000], [`${text} 2`, 200_000]);
  await match(first, [budi, '2026-05']);
  const tagihan = [{ user_id: budi.id, bulan: ['2026-06', '2026-07'] }];
  await admin.call(matchStatementLines, { body: { cocok: [{ mutasi_id: second ?? 0, tagihan }] } });
  await reverse(2);
  await match(second, [ani, '2026-07']);
  expect(await known()).toEqual([[budi.id, 2]]);
  await reverse(3);
  expect(await known()).toEqual([]);
});

test('a line whose dues are reversed opens as before, and no other mark takes its payments', async () => {
  await confirmed(budi, 6);
  const [first, second] = await given(['A', 100_000], ['B', 100_000]);
  await match(first, [budi, '2026-06']);
  await match(second, [ani, '2026-07']);
  expect((await mark(first, 'diabaikan')).refusal.code).toBe('line_decided');
  expect((await mark(second)).refusal).toMatchObject({
    code: 'line_booked',
    message: /Batalkan pembayarannya/,
  });
  await ketua.call(reverseEntry, { body: { nomor: 2, alasan: 'Salah rumah, dicatat ulang' } });
  expect((await mark(second)).refusal.code).toBe('line_decided');
});

test('a settlement with the wrong slips is settled with others, its fee stays', async () => {
  const wrong = await confirmed(budi, 6);
  const right = await confirmed(ani, 6);
  const [line = 0] = await given(['QRIS SETTLEMENT', 99_300]);
  const settle = (id: number) => admin.call(settleLine, { params: { id: line }, body: { pembayaran: [id] } });
  expect((await settle(wrong)).body.data.biaya).toBe(700);
  expect((await mark(line)).status).toBe(200);
  expect(await lineOf(line)).toMatchObject({ sisa: 100_000, biaya: 700, alasan: 'qris' });
  expect((await settle(right)).body.data.biaya).toBe(0);
  expect(await saldo()).toBe(199_300);
});

test('of two people who open a line at once one does', async () => {
  await confirmed(budi, 6);
  const [line = 0] = await given(['A', 100_000]);
  await match(line, [budi, '2026-06']);
  const answers = await Promise.all([mark(line), mark(line)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});
