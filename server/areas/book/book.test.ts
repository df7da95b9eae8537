/** What the book holds after payments and expenses: one entry each, numbered without gaps, and none ever changed. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reverseEntry } from '../../../contract/book.ts';
import * as cashBook from '../../../contract/cash-book.ts';
import { addExpense, deleteExpense } from '../../../contract/expenses.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import { recordPayment, reviewPayment } from '../../../contract/payments.ts';
import { changeResident } from '../../../contract/residents.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { photo } from '../../testing/pictures.ts';
import { decide, onlyProposal } from '../../testing/proposals.ts';

let app: TestApp;
beforeEach(async () => {
  app = await makeApp();
});
afterEach(() => app.close());

const book = () => app.context.db.selectFrom('kas_entri').selectAll().orderBy('nomor').execute();
const shown = async (query: { pembatalan?: '1' } = {}) =>
  (await (await app.as.ketua()).call(cashBook.listCashBook, { params: { year: 2026 }, query })).body.data;

const fields = (bulan: number, tanggal_digunakan: string, jumlah: number) => ({
  tahun: 2026,
  bulan,
  jumlah,
  judul: 'Cat',
  deskripsi: 'Cat pagar',
  tanggal_digunakan,
});

test('confirming a payment books its amount today, with the payer of that day', async () => {
  const [ketua, siti] = [await app.as.ketua(), await app.as.warga('A1-1', { nama: 'Siti' })];
  const id = await app.given.payment({ of: siti, bulan: 6 });
  await ketua.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
  expect(await book()).toMatchObject([
    {
      nomor: 1,
      tanggal: '2026-07-15',
      jumlah: 100_000,
      jenis: 'iuran',
      payment_id: id,
      keterangan: 'Iuran Juni 2026',
      nama: 'Siti',
      blok: 'A1-1',
      dibuat_oleh: ketua.id,
    },
  ]);
});

test('the payer of a reversed transfer is told why, and not asked for another proof', async () => {
  const [admin, siti] = [await app.as.admin(), await app.as.warga('A1-1')];
  await app.given.payment({ of: siti, bulan: 6, status: 'dikonfirmasi' });
  await admin.call(reverseEntry, { body: { nomor: 1, alasan: 'Jumlahnya salah ketik' } });
  const [told] = (await siti.call(listNotifications)).body.data;
  expect(told).toMatchObject({
    judul: 'Pembayaran Dibatalkan',
    pesan: 'Pembayaran Juni 2026 dibatalkan. Catatan: Jumlahnya salah ketik',
  });
});

test('a payer who moves and is renamed later stays in the book as on the day of the payment', async () => {
  const [ketua, siti] = [await app.as.ketua(), await app.as.warga('A1-1', { nama: 'Siti' })];
  await app.given.payment({ of: siti, status: 'dikonfirmasi' });
  const changed = await ketua.call(changeResident, {
    params: { id: siti.id },
    body: { nama: 'Siti Rahayu', blok: 'B2-2' },
  });
  expect(changed.status).toBe(200);
  expect(await shown()).toMatchObject([{ nama: 'Siti', blok: 'A1-1' }]);
});

test('fifty confirmations and expenses at once get the numbers 1 to 50, and sums that agree', async () => {
  const ketua = await app.as.ketua();
  const houses = Array.from({ length: 25 }, (_, index) => `A${index + 1}-1`);
  const ids = [];
  for (const house of houses) ids.push(await app.given.payment({ of: await app.as.warga(house) }));
  const foto = await photo();
  const answers = await Promise.all(
    ids.flatMap((id) => [
      ketua.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } }),
      ketua.call(addExpense, { body: fields(7, '2026-07-10', 1_000), files: { foto } }),
    ]),
  );
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  expect((await book()).map(({ nomor }) => nomor)).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 1),
  );
  expect((await ketua.call(cashBook.getBalance)).body.data).toEqual({
    saldoAwal: 0,
    totalPemasukan: 2_500_000,
    totalPengeluaran: 25_000,
    saldo: 2_475_000,
  });
});

test('a refused confirmation takes no number', async () => {
  const [ketua, siti] = [await app.as.ketua(), await app.as.warga('A1-1')];
  const id = await app.given.payment({ of: siti });
  const body = { status: 'dikonfirmasi' } as const;
  const answers = await Promise.all([1, 2, 3].map(() => ketua.call(reviewPayment, { params: { id }, body })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  await ketua.call(recordPayment, {
    body: { user_id: siti.id, tahun: 2026, bulan: 8, jumlah: 100_000 },
    files: { bukti_transfer: await photo() },
  });
  expect((await book()).map(({ nomor }) => nomor)).toEqual([1, 2]);
});

test('deleting an expense of this month books its opposite, and both are shown only when asked for', async () => {
  const ketua = await app.as.ketua();
  const id = await app.given.expense({ by: ketua, tanggal: '2026-07-02', jumlah: 40_000 });
  await ketua.call(deleteExpense, { params: { id } });
  expect(await book()).toMatchObject([
    { nomor: 1, tanggal: '2026-07-02', jumlah: -40_000, jenis: 'pengeluaran', expense_id: id },
    { nomor: 2, tanggal: '2026-07-15', jumlah: 40_000, jenis: 'pembatalan', membatalkan: 1, expense_id: id },
  ]);
  expect(await shown()).toEqual([]);
  expect(await shown({ pembatalan: '1' })).toMatchObject([
    { nomor: 2, jumlah: -40_000, dibatalkan_oleh: null },
    { nomor: 1, jumlah: 40_000, dibatalkan_oleh: 2 },
  ]);
});

test('deleting an expense of an earlier month leaves that month as it was and corrects this one', async () => {
  const ketua = await app.as.ketua();
  const id = await app.given.expense({ by: ketua, tanggal: '2026-05-02', jumlah: 40_000, judul: 'Cat' });
  await ketua.call(deleteExpense, { params: { id } });
  const { bulanan } = (await ketua.call(cashBook.getYearBalance, { params: { year: 2026 } })).body.data;
  expect(bulanan.map(({ pengeluaran, saldo }) => [pengeluaran, saldo])).toEqual([
    ...Array(4).fill([0, 0]),
    [40_000, -40_000],
    [0, -40_000],
    [-40_000, 0],
  ]);
  expect((await shown()).map(({ tanggal, judul, jumlah }) => [tanggal, judul, jumlah])).toEqual([
    ['2026-07-15', 'Pembatalan: Cat', -40_000],
    ['2026-05-02', 'Cat', 40_000],
  ]);
});

test('the proof of reversed spending is offered to those only who may open it', async () => {
  const [ketua, admin, siti] = [await app.as.ketua(), await app.as.admin(), await app.as.warga('A1-1')];
  const added = await ketua.call(addExpense, {
    body: fields(5, '2026-05-02', 40_000),
    files: { foto: await photo() },
  });
  await admin.call(deleteExpense, { params: { id: added.body.id } });
  await decide(ketua, await onlyProposal(ketua));
  for (const person of [ketua, admin, siti]) {
    const { data } = (await person.call(cashBook.listCashBook, { params: { year: 2026 } })).body;
    const isOffered = data.map(({ foto }) => foto === added.body.data.foto);
    expect(isOffered, person.jenis).toEqual(person === ketua ? [true, true] : [false, false]);
    const { status } = await fetch(`${app.url}/assets/uploads/${added.body.data.foto}`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    expect(status, person.jenis).toBe(person === ketua ? 200 : 404);
  }
});

test('an expense that two officers delete at once is reversed once', async () => {
  const [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
  const id = await app.given.expense({ by: admin });
  const answers = await Promise.all(
    [ketua, admin, ketua, admin].map((one) => one.call(deleteExpense, { params: { id } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 404 || status === 409)).toHaveLength(3);
  expect((await book()).map(({ jumlah }) => jumlah)).toEqual([-50_000, 50_000]);
});
