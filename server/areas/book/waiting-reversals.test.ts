/** A reversal that waits for a second person: lists say it of its entry, and what cannot be reversed does not wait. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reverseEntry } from '../../../contract/book.ts';
import { listCashBook } from '../../../contract/cash-book.ts';
import { changedHeader } from '../../../contract/events.ts';
import { listYearExpenses } from '../../../contract/expenses.ts';
import { addIncome } from '../../../contract/income.ts';
import { listEntries } from '../../../contract/journal.ts';
import * as places from '../../../contract/places.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { decide, onlyProposal, openProposals } from '../../testing/proposals.ts';

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

describe('is not proposed, and not offered any more once it is impossible,', () => {
  const transfer = async (sides: object, jumlah: number) => {
    const body = { dari_akun: 1, dari_dana: 1, ke_akun: 1, ke_dana: 1, jumlah, tanggal: '2026-05-02' };
    return (await admin.call(places.transferMoney, { body: { ...body, ...sides } })).body.data;
  };
  const restricted = async () =>
    (await ketua.call(places.addFund, { body: { nama: 'Duka', terikat: true } })).body.id;

  test('if the money of its restricted fund was spent meanwhile', async () => {
    const dana_id = await restricted();
    const body = { judul: 'Santunan', kategori: 'sumbangan', jumlah: 500_000, tanggal: '2026-05-02' };
    await admin.call(addIncome, { body: { ...body, dana_id } });
    expect((await reverse(1)).status).toBe(200);
    expect((await onlyProposal(ketua)).isi[0]?.label).toBe('Nomor');
    const { id, pasangan } = await transfer({ dari_dana: dana_id }, 400_000);
    const shown = await onlyProposal(ketua);
    const left = 'Uang Duka terikat dan tidak boleh kurang dari nol. Yang dapat dipakai sekarang Rp 100.000.';
    expect(shown.isi[0]).toEqual({ label: 'Tidak dapat dilakukan lagi', nilai: left });
    expect((await decide(ketua, shown)).refusal.code).toBe('fund_overdrawn');
    await decide(ketua, shown, 'tolak');
    const again = await reverse(1);
    expect([again.status, again.refusal.code, again.refusal.message]).toEqual([409, 'fund_overdrawn', left]);
    expect(await openProposals(ketua)).toEqual([]);
    expect((await reverse(pasangan)).status).toBe(200);
    expect((await decide(ketua, await onlyProposal(ketua))).status).toBe(200);
    expect((await reverse(id)).refusal.code).toBe('entry_reversed');
    expect((await reverse(1)).status).toBe(200);
  });

  test('if it brought money into a restricted fund that has less by now', async () => {
    const dana_id = await restricted();
    const brought = await transfer({ ke_dana: dana_id }, 300_000);
    await transfer({ dari_dana: dana_id }, 1);
    expect((await reverse(brought.id)).refusal.code).toBe('fund_overdrawn');
    const { id: bank } = (
      await admin.call(places.addMoneyAccount, { body: { nama: 'Bank BRI', jenis: 'bank' } })
    ).body;
    const moved = await transfer({ dari_dana: dana_id, ke_dana: dana_id, ke_akun: bank }, 299_999);
    expect((await reverse(moved.id)).status).toBe(200);
  });

  test('if its account is out of use', async () => {
    const { id: bank } = (
      await admin.call(places.addMoneyAccount, { body: { nama: 'Bank BRI', jenis: 'bank' } })
    ).body;
    const { id } = await transfer({ ke_akun: bank }, 1_000);
    await transfer({ dari_akun: bank }, 1_000);
    await admin.call(places.changeMoneyAccount, { params: { id: bank }, body: { aktif: false } });
    const { refusal } = await reverse(id);
    expect([refusal.code, refusal.message]).toEqual([
      'place_inactive',
      'Rekening Bank BRI sudah dinonaktifkan.',
    ]);
  });
});
