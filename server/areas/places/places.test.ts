/** Accounts and funds: what may be done with them, and what is booked in them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reverseEntry, setOpeningBalance } from '../../../contract/book.ts';
import { getBalance, getYearBalance, listCashBook } from '../../../contract/cash-book.ts';
import { addExpense } from '../../../contract/expenses.ts';
import { recordPayment, reviewPayment } from '../../../contract/payments.ts';
import * as places from '../../../contract/places.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { decide, onlyProposal } from '../../testing/proposals.ts';
import { heldAccount } from './save-place.ts';

let app: TestApp;
let ketua: Person;
let siti: Person;
let [bank, building] = [0, 0];
beforeEach(async () => {
  app = await makeApp();
  [ketua, siti] = [await app.as.ketua(), await app.as.warga('A1-1')];
  bank = (await ketua.call(places.addMoneyAccount, { body: { nama: 'Bank BRI', jenis: 'bank' } })).body.id;
  building = (await ketua.call(places.addFund, { body: { nama: 'Dana Pembangunan', terikat: true } })).body
    .id;
});
afterEach(() => app.close());

const accounts = async () => (await siti.call(places.listMoneyAccounts)).body.data;
const balances = async () => (await siti.call(places.listPlaceBalances)).body.data;
const entries = () => app.context.db.selectFrom('kas_entri').selectAll().orderBy('nomor').execute();

async function receive(jumlah: number, place: { akun_id?: number; dana_id?: number } = {}, bulan = 7) {
  const body = { user_id: siti.id, tahun: 2026, bulan, jumlah, akun_id: 1, ...place };
  const answer = await ketua.call(recordPayment, { body, files: { bukti_transfer: await photo() } });
  expect(answer.status).toBe(201);
}

async function spend(jumlah: number, place: object = {}, tanggal_digunakan = '2026-07-15') {
  const [tahun, bulan] = tanggal_digunakan.split('-').map(Number) as [number, number];
  const fields = { tahun, bulan, judul: 'Cat', deskripsi: 'Cat pagar', tanggal_digunakan };
  return await ketua.call(addExpense, {
    body: { ...fields, jumlah, ...place },
    files: { foto: await photo() },
  });
}

const move = (jumlah: number, from: [number, number], to: [number, number], tanggal = '2026-07-15') =>
  ketua.call(places.transferMoney, {
    body: { dari_akun: from[0], dari_dana: from[1], ke_akun: to[0], ke_dana: to[1], jumlah, tanggal },
  });

describe('an account', () => {
  test('is listed with its balance, to everybody', async () => {
    await receive(100_000, { akun_id: bank });
    await spend(30_000);
    expect(await accounts()).toEqual([
      { id: 1, nama: 'Kas', jenis: 'kas', aktif: true, dipegang: false, saldo: -30_000 },
      { id: bank, nama: 'Bank BRI', jenis: 'bank', aktif: true, dipegang: false, saldo: 100_000 },
    ]);
  });

  const rename = (id: number, nama: string) =>
    ketua.call(places.changeMoneyAccount, { params: { id }, body: { nama } });

  test('is renamed without touching anything else', async () => {
    await receive(100_000, { akun_id: bank });
    const { status, body } = await rename(bank, 'Bank Mandiri');
    expect([status, body.data]).toEqual([
      200,
      { id: bank, nama: 'Bank Mandiri', jenis: 'bank', aktif: true, dipegang: false, saldo: 100_000 },
    ]);
  });

  test('of a name that another has, in whatever case, is refused at the field', async () => {
    const body = { nama: 'bank bri', jenis: 'kas' } as const;
    const { status, refusal } = await ketua.call(places.addMoneyAccount, { body });
    expect([status, refusal?.code, Object.keys(refusal?.errors ?? {})]).toEqual([
      409,
      'place_name_taken',
      ['nama'],
    ]);
  });

  test.each(['', '  ', 'Kas\nLain', 'x'.repeat(61)])('named %j is refused at the field', async (nama) => {
    const { status, refusal } = await ketua.call(places.addMoneyAccount, { body: { nama, jenis: 'kas' } });
    expect([status, Object.keys(refusal?.errors ?? {})]).toEqual([422, ['nama']]);
  });

  const close = (id: number) =>
    ketua.call(places.changeMoneyAccount, { params: { id }, body: { aktif: false } });

  test('that holds money is not taken out of use, one that was emptied is', async () => {
    await receive(100_000, { akun_id: bank });
    expect((await close(bank)).refusal?.code).toBe('place_holds_money');
    await move(100_000, [bank, 1], [1, 1]);
    expect((await close(bank)).status).toBe(200);
    expect((await accounts()).map(({ aktif }) => aktif)).toEqual([true, false]);
  });

  test('whose funds sum to zero but are not is not taken out of use, and the funds are named', async () => {
    await receive(100_000, { akun_id: bank, dana_id: building });
    await spend(100_000, { akun_id: bank });
    const { code, message } = (await close(bank)).refusal;
    expect([code, message]).toEqual([
      'place_holds_money',
      'Masih ada saldo di sini: Kas Umum -Rp 100.000, Dana Pembangunan Rp 100.000. Pindahkan dahulu sebelum dinonaktifkan.',
    ]);
  });

  test('is not taken out of use as the last one, whatever collectors hold; one out of use is renamed', async () => {
    const holder = { id: ketua.id, blok: null, jenis: 'ketua' } as const;
    await app.context.write('system', (tx) => heldAccount(tx, holder));
    expect((await close(bank)).status).toBe(200);
    expect((await close(1)).refusal?.code).toBe('place_needed');
    expect((await rename(bank, 'Bank lama')).body.data).toMatchObject({ nama: 'Bank lama', aktif: false });
  });

  test('out of use takes no money, and the first one in use takes what names none', async () => {
    await close(1);
    const refused = await spend(1_000, { akun_id: 1 });
    expect([refused.status, refused.refusal?.code]).toEqual([409, 'place_inactive']);
    expect((await spend(1_000)).status).toBe(201);
    expect(await entries()).toMatchObject([{ akun_id: bank, jumlah: -1_000 }]);
  });

  test('in the hands of a collector takes nothing that names none, though it is the first one in use', async () => {
    const holder = { id: ketua.id, blok: null, jenis: 'ketua' } as const;
    await app.context.write('system', (tx) => heldAccount(tx, holder));
    const body = { nama: 'Kas RT', jenis: 'kas' } as const;
    const last = (await ketua.call(places.addMoneyAccount, { body })).body.id;
    await close(1);
    await close(bank);
    expect((await spend(1_000)).status).toBe(201);
    expect(await entries()).toMatchObject([{ akun_id: last, jumlah: -1_000 }]);
  });

  test('out of use takes no reversal of what was booked in it', async () => {
    await receive(100_000, { akun_id: bank });
    await move(100_000, [bank, 1], [1, 1]);
    await close(bank);
    const { status, refusal } = await ketua.call(reverseEntry, {
      body: { nomor: 1, alasan: 'Salah mencatat' },
    });
    expect([status, refusal.code]).toEqual([409, 'place_inactive']);
    expect(await entries()).toHaveLength(3);
  });

  test('that two officers close at once, each another, leaves one in use', async () => {
    const answers = await Promise.all([close(1), close(bank)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('beyond the fiftieth is refused', async () => {
    await app.context.write('system', async (tx) => {
      for (let index = 3; index <= 50; index += 1)
        await tx.db
          .insertInto('akun')
          .values({ nama: `Kas ${index}`, jenis: 'kas', aktif: 1 })
          .execute();
    });
    const body = { nama: 'Kas 51', jenis: 'kas' } as const;
    expect((await ketua.call(places.addMoneyAccount, { body })).refusal?.code).toBe('too_many_places');
  });
});

describe('money is booked', () => {
  test('in the account and the fund that are named, for dues, confirmed or recorded, and for expenses', async () => {
    const place = { akun_id: bank, dana_id: building };
    const id = await app.given.payment({ of: siti, bulan: 6 });
    await ketua.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi', ...place } });
    await receive(90_000, place);
    await spend(20_000, place);
    expect(await entries()).toMatchObject([
      { jumlah: 100_000, ...place },
      { jumlah: 90_000, ...place },
      { jumlah: -20_000, ...place },
    ]);
    expect(await balances()).toEqual([{ ...place, saldo: 170_000 }]);
  });

  test('in none that does not exist', async () => {
    const { status, refusal } = await spend(1_000, { dana_id: 99 });
    expect([status, refusal?.errors]).toEqual([422, { dana_id: 'Dana tidak ditemukan' }]);
    expect(await entries()).toEqual([]);
  });
});

test('dues that name no account go to the bank, other money to the first account', async () => {
  await app.given.payment({ of: siti, jumlah: 70_000, status: 'dikonfirmasi' });
  await spend(30_000);
  expect((await accounts()).map(({ id, saldo }) => [id, saldo])).toEqual([
    [1, -30_000],
    [bank, 70_000],
  ]);
  await move(70_000, [bank, 1], [1, 1]);
  await ketua.call(places.changeMoneyAccount, { params: { id: bank }, body: { aktif: false } });
  await app.given.payment({ of: await app.as.warga('A1-2'), jumlah: 50_000, status: 'dikonfirmasi' });
  expect((await accounts()).map(({ saldo }) => saldo)).toEqual([90_000, 0]);
});

test('money that names no fund goes to the first one in use', async () => {
  await ketua.call(places.changeFund, { params: { id: 1 }, body: { aktif: false } });
  await receive(100_000);
  expect(await entries()).toMatchObject([{ dana_id: building, jumlah: 100_000 }]);
});

describe('a restricted fund', () => {
  const restricted = () => ({ dana_id: building });

  test('is not spent below zero, and others are', async () => {
    await receive(100_000, restricted());
    const { status, refusal } = await spend(100_001, restricted());
    expect([status, refusal?.code, refusal?.message]).toEqual([
      409,
      'fund_overdrawn',
      'Uang Dana Pembangunan terikat dan tidak boleh kurang dari nol. Yang dapat dipakai pada 15 Juli 2026 Rp 100.000.',
    ]);
    expect((await spend(100_000, restricted())).status).toBe(201);
    expect((await spend(100_001)).status).toBe(201);
  });

  test('is not spent below zero in a later month, whatever other funds have', async () => {
    await receive(100_000, restricted());
    await receive(500_000, {}, 6);
    app.clock.set('2026-08-01T03:00:00.000Z');
    ketua = await app.as.ketua();
    expect((await spend(100_001, restricted(), '2026-08-01')).refusal?.code).toBe('fund_overdrawn');
    expect((await spend(100_000, restricted(), '2026-08-01')).status).toBe(201);
  });

  test('is not spent before the day on which the money came', async () => {
    await receive(100_000, restricted());
    const { refusal } = await spend(1_000, restricted(), '2026-07-14');
    expect([refusal?.code, refusal?.message]).toEqual([
      'fund_overdrawn',
      'Uang Dana Pembangunan terikat dan tidak boleh kurang dari nol. Yang dapat dipakai pada 14 Juli 2026 Rp 0.',
    ]);
  });

  test('of which another day would fall below zero is not spent before that day', async () => {
    await receive(100_000, restricted());
    app.clock.set('2026-07-20T03:00:00.000Z');
    ketua = await app.as.ketua();
    await spend(80_000, restricted(), '2026-07-18');
    expect((await spend(30_000, restricted(), '2026-07-16')).refusal?.code).toBe('fund_overdrawn');
    expect((await spend(20_000, restricted(), '2026-07-16')).status).toBe(201);
  });

  test('is spent on an earlier day whatever other funds spend later', async () => {
    await receive(100_000, restricted());
    app.clock.set('2026-07-20T03:00:00.000Z');
    ketua = await app.as.ketua();
    await spend(80_000, {}, '2026-07-18');
    expect((await spend(30_000, restricted(), '2026-07-16')).status).toBe(201);
  });

  test('is not taken below zero by a reversal of its income', async () => {
    await receive(100_000, restricted());
    await spend(40_000, restricted());
    const body = { nomor: 1, alasan: 'Salah mencatat warga' };
    expect((await ketua.call(reverseEntry, { body })).refusal?.code).toBe('fund_overdrawn');
    expect(await entries()).toHaveLength(2);
  });

  test('is not moved out of below zero, and moves whole between accounts', async () => {
    await receive(100_000, restricted());
    expect((await move(100_001, [1, building], [1, 1])).refusal?.code).toBe('fund_overdrawn');
    expect((await move(100_000, [1, building], [bank, building])).status).toBe(201);
  });

  test('is not taken below zero by a reversal of what was moved into it, but of a move within it', async () => {
    const reverse = async (nomor: number) =>
      await ketua.call(reverseEntry, { body: { nomor, alasan: 'Salah memindahkan uang' } });
    await receive(100_000);
    await move(100_000, [1, 1], [1, building]);
    await move(100_000, [1, building], [bank, building]);
    await spend(100_000, { akun_id: bank, ...restricted() });
    expect((await reverse(2)).refusal?.code).toBe('fund_overdrawn');
    expect((await reverse(5)).status).toBe(200);
    expect(await entries()).toHaveLength(8);
  });

  test('is spent once by two who spend all of it at once', async () => {
    await receive(100_000, restricted());
    const answers = await Promise.all([
      spend(100_000, restricted()),
      spend(100_000, restricted()),
      move(100_000, [1, building], [1, 1]),
      move(100_000, [1, building], [bank, 1]),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    const funds = (await siti.call(places.listFunds)).body.data;
    expect(funds.find(({ id }) => id === building)?.saldo).toBe(0);
  });

  test('is not made of one that is below zero, which may be renamed and filled', async () => {
    const change = (body: object) => ketua.call(places.changeFund, { params: { id: 1 }, body });
    await spend(1_000);
    expect((await change({ terikat: true })).refusal?.code).toBe('fund_overdrawn');
    expect((await change({ nama: 'Kas RT' })).status).toBe(200);
    await receive(1_000);
    expect((await change({ terikat: true })).body.data).toMatchObject({ nama: 'Kas RT', terikat: true });
  });
});

describe('a transfer', () => {
  test('is two entries that sum to zero and name one another, and neither income nor spending', async () => {
    await receive(100_000);
    const before = (await siti.call(getBalance)).body.data;
    const { status, body } = await move(60_000, [1, 1], [bank, building]);
    expect([status, body.data]).toEqual([201, { id: 2, pasangan: 3 }]);
    expect((await entries()).slice(1)).toMatchObject([
      { nomor: 2, jenis: 'pindah', akun_id: 1, dana_id: 1, jumlah: -60_000, pasangan: 3 },
      { nomor: 3, jenis: 'pindah', akun_id: bank, dana_id: building, jumlah: 60_000, pasangan: 2 },
    ]);
    expect((await siti.call(getBalance)).body.data).toEqual(before);
    expect((await siti.call(listCashBook, { params: { year: 2026 } })).body.data).toHaveLength(1);
  });

  test.each([0, 1])('is reversed on both sides, whichever is named (%i)', async (side) => {
    await receive(100_000);
    await move(60_000, [1, 1], [bank, 1]);
    const body = { nomor: 2 + side, alasan: 'Salah memilih bank' };
    expect((await ketua.call(reverseEntry, { body })).status).toBe(200);
    expect((await entries()).slice(3)).toMatchObject([
      { nomor: 4, jenis: 'pembatalan', akun_id: 1, jumlah: 60_000, membatalkan: 2, pasangan: null },
      { nomor: 5, jenis: 'pembatalan', akun_id: bank, jumlah: -60_000, membatalkan: 3, pasangan: null },
    ]);
    expect((await accounts()).map(({ saldo }) => saldo)).toEqual([100_000, 0]);
    const year = (await siti.call(getYearBalance, { params: { year: 2026 } })).body.data;
    expect(year.bulanan.at(-1)).toEqual({ bulan: 7, pemasukan: 100_000, pengeluaran: 0, saldo: 100_000 });
    expect((await siti.call(listCashBook, { params: { year: 2026 } })).body.data).toHaveLength(1);
    const again = await ketua.call(reverseEntry, { body: { ...body, nomor: 3 - side } });
    expect(again.refusal?.code).toBe('entry_reversed');
  });

  test('of an earlier month is reversed by two people, who propose it once', async () => {
    const admin = await app.as.admin();
    await receive(100_000);
    await move(60_000, [1, 1], [bank, 1], '2026-06-30');
    const alasan = 'Salah memilih bank';
    await admin.call(reverseEntry, { body: { nomor: 2, alasan } });
    const twice = await admin.call(reverseEntry, { body: { nomor: 3, alasan } });
    expect(twice.refusal?.code).toBe('approval_waiting');
    const proposal = await onlyProposal(ketua);
    expect(proposal.isi[1]).toEqual({
      label: 'Transaksi',
      nilai: 'Pindah dari Kas · Kas Umum ke Bank BRI · Kas Umum',
    });
    expect((await decide(ketua, proposal)).status).toBe(200);
    expect((await accounts()).map(({ saldo }) => saldo)).toEqual([100_000, 0]);
    expect((await siti.call(listCashBook, { params: { year: 2026 } })).body.data).toHaveLength(1);
  });

  test('to where it came from is refused at the field', async () => {
    const { status, refusal } = await move(1_000, [1, 1], [1, 1]);
    expect([status, Object.keys(refusal?.errors ?? {})]).toEqual([422, ['ke_akun']]);
  });

  test.each([
    ['in the future', '2026-07-16'],
    ['before the year 2000', '1999-12-31'],
  ])('dated %s is refused at the field', async (_, tanggal) => {
    const { status, refusal } = await move(1_000, [1, 1], [bank, 1], tanggal);
    expect([status, Object.keys(refusal?.errors ?? {})]).toEqual([422, ['tanggal']]);
  });

  test('while its account is taken out of use at the same time leaves no money in one out of use', async () => {
    const answers = await Promise.all([
      move(1_000, [1, 1], [bank, 1]),
      ketua.call(places.changeMoneyAccount, { params: { id: bank }, body: { aktif: false } }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const [, account] = await accounts();
    expect([
      [true, 1_000],
      [false, 0],
    ]).toContainEqual([account?.aktif, account?.saldo]);
  });
});

describe('an opening balance', () => {
  const open = (place: object, tanggal = '2026-05-31') =>
    ketua.call(setOpeningBalance, { body: { jumlah: 70_000, tanggal, ...place } });

  test('is entered once for each account and fund, and is no income', async () => {
    await spend(5_000, { akun_id: bank }, '2026-07-10');
    expect((await open({})).status).toBe(200);
    expect((await open({ akun_id: bank })).status).toBe(200);
    expect((await open({ akun_id: bank, dana_id: building })).status).toBe(200);
    expect((await open({ akun_id: bank })).refusal?.code).toBe('opening_exists');
    expect((await siti.call(getBalance)).body.data).toEqual({
      saldoAwal: 210_000,
      totalPemasukan: 0,
      totalPengeluaran: 5_000,
      saldo: 205_000,
    });
  });

  test('is dated before the first entry there, whatever was booked elsewhere', async () => {
    await spend(5_000, { akun_id: bank }, '2026-05-10');
    expect((await open({ akun_id: bank })).status).toBe(422);
    expect((await open({ akun_id: bank, dana_id: building })).status).toBe(200);
    expect((await open({})).status).toBe(200);
  });

  test('that was reversed is entered anew for the same day', async () => {
    await open({});
    await spend(5_000, {}, '2026-06-10');
    const body = { nomor: 1, alasan: 'Salah menghitung uangnya' };
    expect((await ketua.call(reverseEntry, { body })).status).toBe(200);
    expect((await open({})).status).toBe(200);
    expect((await siti.call(getBalance)).body.data).toMatchObject({ saldoAwal: 70_000, saldo: 65_000 });
  });

  test('lets nothing be booked before its day there, nor before the first of the book anywhere', async () => {
    await open({}, '2026-06-30');
    await open({ akun_id: bank }, '2026-07-05');
    const code = async (...[akun_id, tanggal]: [number, string]) =>
      (await spend(1_000, { akun_id }, tanggal)).refusal?.code;
    expect(await code(bank, '2026-07-04')).toBe('before_opening');
    expect(await code(1, '2026-07-04')).toBeUndefined();
    expect(await code(1, '2026-06-29')).toBe('before_opening');
    const body = { nama: 'Kas RT', jenis: 'kas' } as const;
    const unopened = (await ketua.call(places.addMoneyAccount, { body })).body.id;
    expect(await code(unopened, '2026-06-29')).toBe('before_opening');
    expect(await code(unopened, '2026-06-30')).toBeUndefined();
    for (const way of [
      [bank, 1],
      [1, bank],
    ] as const) {
      const moved = async (tanggal: string) => await move(1_000, [way[0], 1], [way[1], 1], tanggal);
      expect((await moved('2026-07-04')).refusal?.code).toBe('before_opening');
      expect((await moved('2026-07-05')).status).toBe(201);
    }
  });

  test('names the place to the second officer, who approves just this', async () => {
    const admin = await app.as.admin();
    await admin.call(setOpeningBalance, { body: { jumlah: 1, tanggal: '2026-05-31', akun_id: bank } });
    const proposal = await onlyProposal(ketua);
    expect(proposal.isi.slice(2)).toEqual([
      { label: 'Rekening', nilai: 'Bank BRI' },
      { label: 'Dana', nilai: 'Kas Umum' },
    ]);
  });
});
