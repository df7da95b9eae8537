/** Counted money that differs from the book of an estate with several accounts and funds; counts that were refused. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listClosings, proposeClosing } from '../../../contract/closings.ts';
import { addIncome } from '../../../contract/income.ts';
import { listEntries } from '../../../contract/journal.ts';
import { addFund, addMoneyAccount, changeFund, transferMoney } from '../../../contract/places.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { decide, onlyProposal, openProposals } from '../../testing/proposals.ts';

let app: TestApp;
let ketua: Person;
let admin: Person;
beforeEach(async () => {
  app = await makeApp();
  [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
  app.clock.set('2026-07-15T03:00:00.000Z');
  await app.given.expense({ by: admin, tanggal: '2026-05-12', jumlah: 30_000 });
});
afterEach(() => app.close());

const alasan = 'Kotak duka dihitung ulang bersama';
const addDuka = async () => (await ketua.call(addFund, { body: { nama: 'Duka', terikat: true } })).body.id;
const give = (dana_id: number, jumlah: number, tanggal = '2026-05-20') =>
  admin.call(addIncome, { body: { judul: 'Donasi', kategori: 'sumbangan', jumlah, tanggal, dana_id } });
const propose = (akun: Record<number, number>, dana_id?: number) =>
  admin.call(proposeClosing, {
    body: {
      bulan: '2026-05',
      akun: Object.entries(akun).map(([id, jumlah]) => ({ akun_id: Number(id), jumlah })),
      alasan,
      ...(dana_id !== undefined && { dana_id }),
    },
  });
const next = async (by = admin) => (await by.call(listClosings, {})).body.berikutnya;
const labels = async () =>
  new Map((await onlyProposal(ketua)).isi.map(({ label, nilai }) => [label, nilai] as const));

describe('a difference', () => {
  test('is booked for the fund that the preparer names, as the second person reads it', async () => {
    const duka = await addDuka();
    await give(duka, 100_000);
    expect((await propose({ 1: 60_000 }, duka)).status).toBe(200);
    const proposal = await onlyProposal(ketua);
    expect(proposal.isi.slice(-4)).toEqual([
      { label: 'Uang Kas Umum', nilai: '-Rp 30.000' },
      { label: 'Uang Duka', nilai: 'Rp 90.000' },
      { label: 'Dana selisih', nilai: 'Duka' },
      { label: 'Alasan selisih', nilai: alasan },
    ]);
    expect((await decide(ketua, proposal)).status).toBe(200);
    const [entry] = (await admin.call(listEntries)).body.data;
    expect(entry).toMatchObject({ jenis: 'selisih', jumlah: -10_000, dana_id: duka });
    const [closing] = (await ketua.call(listClosings, {})).body.data;
    expect(closing?.ringkasan).toMatchObject({
      dana: [{ saldo: -30_000 }, { saldo: 90_000 }],
      dana_selisih: 'Duka',
    });
  });

  test('without a choice is booked for the first fund, which the proposal names', async () => {
    const duka = await addDuka();
    await give(duka, 100_000);
    await propose({ 1: 60_000 });
    expect((await labels()).get('Dana selisih')).toBe('Kas Umum');
    await decide(ketua, await onlyProposal(ketua));
    expect((await admin.call(listEntries)).body.data[0]).toMatchObject({ jenis: 'selisih', dana_id: 1 });
  });

  test('names no fund while the estate has one, and the proposal changes with a second one', async () => {
    await propose({ 1: 0 });
    const read = await onlyProposal(ketua);
    expect((await labels()).has('Dana selisih')).toBe(false);
    await addDuka();
    expect((await labels()).get('Dana selisih')).toBe('Kas Umum');
    expect((await decide(ketua, read)).refusal.code).toBe('approval_changed');
    expect((await decide(ketua, await onlyProposal(ketua))).status).toBe(200);
  });

  test('is refused where it would take a restricted fund below zero, then or later', async () => {
    const duka = await addDuka();
    await give(duka, 70_000);
    const body = { dari_akun: 1, dari_dana: duka, ke_akun: 1, ke_dana: 1, jumlah: 60_000 };
    await admin.call(transferMoney, { body: { ...body, tanggal: '2026-07-01' } });
    const refused = await propose({ 1: 29_999 }, duka);
    expect([refused.status, refused.refusal.code]).toEqual([409, 'fund_overdrawn']);
    expect(await openProposals(ketua)).toEqual([]);
    expect((await propose({ 1: 30_000 }, duka)).status).toBe(200);
  });

  test('of a proposal that waits is refused once its restricted fund has less', async () => {
    const duka = await addDuka();
    await give(duka, 50_000);
    await propose({ 1: 0 }, duka);
    await admin.call(transferMoney, {
      body: { dari_akun: 1, dari_dana: duka, ke_akun: 1, ke_dana: 1, jumlah: 40_000, tanggal: '2026-07-01' },
    });
    const shown = await onlyProposal(ketua);
    expect(shown.isi[0]?.label).toBe('Tidak dapat dilakukan lagi');
    expect((await decide(ketua, shown)).refusal.code).toBe('fund_overdrawn');
  });

  test('of two accounts takes from a restricted fund what both differ by', async () => {
    const duka = await addDuka();
    const { id: bank } = (await admin.call(addMoneyAccount, { body: { nama: 'Bank BRI', jenis: 'bank' } }))
      .body;
    await give(1, 100_000);
    await give(duka, 10_000);
    await propose({ 1: 40_000, [bank]: 30_000 }, duka);
    expect((await labels()).get('Uang Duka')).toBe('Rp 0');
    expect((await decide(ketua, await onlyProposal(ketua))).status).toBe(200);
    const { data } = (await admin.call(listEntries)).body;
    expect(data.slice(0, 2).map(({ jumlah, dana_id }) => [jumlah, dana_id])).toEqual([
      [-40_000, duka],
      [30_000, duka],
    ]);
  });

  test('is for a fund in use only', async () => {
    const duka = await addDuka();
    await ketua.call(changeFund, { params: { id: duka }, body: { aktif: false } });
    expect((await propose({ 1: 0 }, duka)).refusal.code).toBe('place_inactive');
    expect((await propose({ 1: 0 }, 99)).status).toBe(422);
  });
});

describe('what was counted for a proposal', () => {
  test('comes back to those who prepare once it is refused, and nobody else', async () => {
    const duka = await addDuka();
    expect((await next())?.hitungan).toBe(null);
    await propose({ 1: 5_000 }, duka);
    expect((await next())?.hitungan, 'still waits').toBe(null);
    await decide(ketua, await onlyProposal(ketua), 'tolak');
    const counted = { akun: [{ akun_id: 1, jumlah: 5_000 }], alasan, dana_id: duka };
    for (const by of [admin, ketua]) expect((await next(by))?.hitungan).toEqual(counted);
    expect(await next(await app.as.warga('A1-1'))).toBe(null);
    await propose({ 1: 7_000 });
    await decide(admin, await onlyProposal(ketua), 'tolak');
    const latest = { akun: [{ akun_id: 1, jumlah: 7_000 }], alasan, dana_id: null };
    expect((await next())?.hitungan).toEqual(latest);
  });
});
