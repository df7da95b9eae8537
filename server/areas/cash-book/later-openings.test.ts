/** An account that is opened after the book has begun changes no month before it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setOpeningBalance } from '../../../contract/book.ts';
import { exportCashBook, getYearBalance } from '../../../contract/cash-book.ts';
import { getLpj } from '../../../contract/lpj.ts';
import { addMoneyAccount } from '../../../contract/places.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { decide, onlyProposal } from '../../testing/proposals.ts';
import { readWorkbook } from '../../testing/spreadsheets.ts';

let app: TestApp;
let [ketua, admin] = [] as unknown as [Person, Person];
beforeEach(async () => {
  app = await makeApp(); // 15 July 2026
  [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
  await open({ jumlah: 500_000, tanggal: '2026-05-01' });
  await app.given.expense({ by: admin, tanggal: '2026-05-12', jumlah: 30_000, judul: 'Sapu' });
  await app.given.expense({ by: admin, tanggal: '2026-07-12', jumlah: 20_000, judul: 'Cat' });
  const bank = await admin.call(addMoneyAccount, { body: { nama: 'BCA', jenis: 'bank' } });
  await open({ jumlah: 700_000, tanggal: '2026-07-06', akun_id: bank.body.id });
});
afterEach(() => app.close());

async function open(body: { jumlah: number; tanggal: string; akun_id?: number }) {
  await admin.call(setOpeningBalance, { body });
  expect((await decide(ketua, await onlyProposal(ketua))).status).toBe(200);
}

test('the year shows it from its month on, and the LPJ names it', async () => {
  const year = (await ketua.call(getYearBalance, { params: { year: 2026 } })).body.data;
  expect(year.saldoAwal).toBe(500_000);
  expect(year.bulanan.slice(4).map(({ saldo }) => saldo)).toEqual([470_000, 470_000, 1_150_000]);
  const report = async (month: string) => {
    const { data } = (await ketua.call(getLpj, { query: { dari: month, sampai: month } })).body;
    return data
      .filter(({ bagian }) => bagian === 'awal' || bagian === 'akhir')
      .map(({ uraian, jumlah }) => [uraian, jumlah]);
  };
  expect(await report('2026-05')).toEqual([
    ['Saldo awal Mei 2026', 500_000],
    ['Saldo akhir Mei 2026', 470_000],
  ]);
  expect(await report('2026-07')).toEqual([
    ['Saldo akhir Juni 2026', 470_000],
    ['Saldo awal yang dicatat atau dibatalkan kemudian', 700_000],
    ['Saldo awal Juli 2026', 1_170_000],
    ['Saldo per 15 Juli 2026', 1_150_000],
  ]);
});

test('the export has a row of it in XLSX, and its balance from its day on', async () => {
  const { data } = (await ketua.call(exportCashBook, { params: { year: 2026 } })).body;
  expect(data.map(({ keterangan, saldo }) => [keterangan, saldo])).toEqual([
    ['Sapu', 470_000],
    ['Cat', 1_150_000],
  ]);
  const headers = { authorization: `Bearer ${ketua.token}` };
  const file = await fetch(`${app.url}/api/buku-kas/export/2026?format=xlsx`, { headers });
  const { rows } = await readWorkbook(Buffer.from(await file.arrayBuffer()));
  expect(rows[1]?.[0], 'the day when the book begins').toEqual(new Date('2026-05-01'));
  expect(rows.slice(1, -1).map(([, bulan, jenis, , , , saldo]) => [bulan, jenis, saldo])).toEqual([
    ['Mei', 'Saldo awal', 500_000],
    ['Mei', 'Pengeluaran', 470_000],
    ['Juli', 'Saldo awal', 1_170_000],
    ['Juli', 'Pengeluaran', 1_150_000],
  ]);
});

test('a part of the year that ends before its day has no row of it', async () => {
  const headers = { authorization: `Bearer ${ketua.token}` };
  const file = await fetch(`${app.url}/api/buku-kas/export/2026?sampai=2026-07-05&format=xlsx`, { headers });
  const { rows } = await readWorkbook(Buffer.from(await file.arrayBuffer()));
  expect(rows.slice(1).map(([, , jenis, , , , saldo]) => [jenis, saldo])).toEqual([
    ['Saldo awal', 500_000],
    ['Pengeluaran', 470_000],
    [null, 470_000],
  ]);
});

test('of the month in which the book begins never stands before an earlier entry', async () => {
  await app.close();
  app = await makeApp();
  [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
  await app.given.expense({ by: admin, tanggal: '2026-05-12', jumlah: 30_000, judul: 'Sapu' });
  const bank = await admin.call(addMoneyAccount, { body: { nama: 'BCA', jenis: 'bank' } });
  await open({ jumlah: 700_000, tanggal: '2026-05-20', akun_id: bank.body.id });
  const headers = { authorization: `Bearer ${ketua.token}` };
  const file = await fetch(`${app.url}/api/buku-kas/export/2026?format=xlsx`, { headers });
  const { rows } = await readWorkbook(Buffer.from(await file.arrayBuffer()));
  expect(rows.slice(1, -1).map(([tanggal, , jenis, , , , saldo]) => [tanggal, jenis, saldo])).toEqual([
    [new Date('2026-05-12'), 'Saldo awal', 700_000],
    [new Date('2026-05-12'), 'Pengeluaran', 670_000],
  ]);
});
