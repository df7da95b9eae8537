/** A reversal that waits for a second person is said of its entry, in each list that would offer it again. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reverseEntry } from '../../../contract/book.ts';
import { listCashBook } from '../../../contract/cash-book.ts';
import { changedHeader } from '../../../contract/events.ts';
import { listYearExpenses } from '../../../contract/expenses.ts';
import { listEntries } from '../../../contract/journal.ts';
import * as places from '../../../contract/places.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { decide, onlyProposal } from '../../testing/proposals.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
beforeEach(async () => {
  app = await makeApp();
  [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
});
afterEach(() => app.close());

const year = { params: { year: 2026 } };
const reverse = (nomor: number) =>
  admin.call(reverseEntry, { body: { nomor, alasan: 'Dicatat dua kali bulan lalu' } });

/** Numbers of the entries that the lists say it of. */
async function marked(reader = admin) {
  const { data: entries } = (await reader.call(listCashBook, year)).body;
  const { data: expenses } = (await reader.call(listYearExpenses, year)).body;
  const { data: journal } = (await admin.call(listEntries)).body;
  return [
    entries.filter(({ halangan }) => halangan === 'Pembatalan menunggu persetujuan'),
    expenses.filter(({ pembatalan_menunggu }) => pembatalan_menunggu),
    journal.filter(({ pembatalan_menunggu }) => pembatalan_menunggu),
  ].map((rows) => rows.map(({ nomor }) => nomor));
}

test('of an expense, until it is refused, and the lists are read again each time', async () => {
  const siti = await app.as.warga('A1-1');
  await app.given.expense({ by: admin, tanggal: '2026-05-02' });
  await app.given.expense({ by: admin, tanggal: '2026-05-03' });
  const { headers } = await reverse(1);
  expect(headers.get(changedHeader)?.split(' ')).toEqual(expect.arrayContaining(['cash-book', 'expenses']));
  expect(await marked()).toEqual([[1], [1], [1]]);
  expect(await marked(siti)).toEqual([[], [1], [1]]);
  const decided = await decide(ketua, await onlyProposal(ketua), 'tolak');
  expect(decided.headers.get(changedHeader)?.split(' ')).toEqual(
    expect.arrayContaining(['cash-book', 'expenses']),
  );
  expect(await marked()).toEqual([[], [], []]);
});

test('of both sides of a transfer', async () => {
  const { id: bank } = (
    await admin.call(places.addMoneyAccount, { body: { nama: 'Bank BRI', jenis: 'bank' } })
  ).body;
  const sides = { dari_akun: 1, dari_dana: 1, ke_akun: bank, ke_dana: 1 };
  const body = { ...sides, jumlah: 1_000, tanggal: '2026-05-02' };
  const { pasangan } = (await admin.call(places.transferMoney, { body })).body.data;
  const { headers } = await reverse(pasangan);
  expect(headers.get(changedHeader)).toContain('cash-book');
  expect(await marked()).toEqual([[], [], [pasangan, pasangan - 1]]);
});
