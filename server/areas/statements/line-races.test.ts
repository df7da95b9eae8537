/** Lines that are confirmed while others decide about the same slips. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reverseEntry } from '../../../contract/book.ts';
import { getBalance } from '../../../contract/cash-book.ts';
import { addExpense } from '../../../contract/expenses.ts';
import { addIncome } from '../../../contract/income.ts';
import { reviewPayment, uploadPaymentWarga } from '../../../contract/payments.ts';
import { settleLine } from '../../../contract/settlements.ts';
import { listStatementLines, matchStatementLines } from '../../../contract/statements.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { importLines } from '../../testing/statement-lines.ts';
import { hold, untilWaiting } from '../../testing/until-waiting.ts';

let app: TestApp;
beforeEach(async () => {
  app = await makeApp(); // 15 July 2026
});
afterEach(() => app.close());

test('a line for two payers and a review of the second slip do not lock each other out', async () => {
  const [admin, ketua] = [await app.as.admin(), await app.as.ketua()];
  const payers = [await app.as.warga('A1'), await app.as.warga('B1')];
  const slips: number[] = [];
  for (const payer of payers) {
    const files = { bukti_transfer: await photo() };
    const { body } = await payer.call(uploadPaymentWarga, { body: { tahun: 2026, bulan: 7 }, files });
    slips.push(body.id);
  }
  const rows =
    'TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan\n1,10/07/2026,08:00:00,K,200000.00,200000.00,DUA\n';
  await importLines(admin, rows);
  const [line] = (await admin.call(listStatementLines)).body.data;
  const tagihan = payers.map(({ id }) => ({ user_id: id, bulan: ['2026-07'] }));

  const release = await hold(app, async (tx) => {
    await tx.dialect.serialize(tx.db, 'book');
  });
  const matched = admin.call(matchStatementLines, {
    body: { cocok: [{ mutasi_id: line?.id ?? 0, tagihan }] },
  });
  await untilWaiting(app, 1);
  const reviewed = ketua.call(reviewPayment, {
    params: { id: slips[1] ?? 0 },
    body: { status: 'dikonfirmasi' },
  });
  await untilWaiting(app, 2);
  await release();
  expect((await matched).status).toBe(200);
  expect((await reviewed).refusal.code).toBe('payment_already_reviewed');
  expect((await admin.call(getBalance)).body.data.saldo).toBe(200_000);
});

test('a line that teaches a name and the reversal of another one of that name do not lock each other out', async () => {
  const [admin, ketua] = [await app.as.admin(), await app.as.ketua()];
  const created_at = '2026-06-10T03:00:00.000Z';
  const { id: user_id } = await app.as.warga('A1', { nama: 'Budi Santoso', created_at });
  const rows = ['100000.00,100000.00', '100000.00,200000.00'].map(
    (sums, at) => `${at},10/07/2026,08:00:00,K,${sums},TRSF HENDRIKUS BOLENG`,
  );
  const content = ['TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan', ...rows, ''].join('\n');
  await importLines(admin, content);
  const [first, second] = (await admin.call(listStatementLines)).body.data;
  const match = (mutasi_id = 0, bulan = '') =>
    admin.call(matchStatementLines, {
      body: { cocok: [{ mutasi_id, tagihan: [{ user_id, bulan: [bulan] }] }] },
    });
  expect((await match(first?.id, '2026-06')).status).toBe(200);

  const release = await hold(app, async (tx) => {
    await tx.dialect.serialize(tx.db, 'book');
  });
  const matched = match(second?.id, '2026-07');
  await untilWaiting(app, 1);
  const reversed = ketua.call(reverseEntry, { body: { nomor: 1, alasan: 'Salah bulan, dicatat ulang' } });
  await untilWaiting(app, 2);
  await release();
  expect([(await matched).status, (await reversed).status]).toEqual([200, 200]);
  expect((await admin.call(getBalance)).body.data.saldo).toBe(100_000);
});

test.each([
  ['reversal of another payment, then a settlement of the rest', 'line_rest_differs'],
  ['reversal, then a settlement', 'settlement_changed'],
  ['settlement, then a reversal', 200],
])('a %s at the same moment neither lock each other out nor pay twice', async (what, answered) => {
  const [admin, ketua] = [await app.as.admin(), await app.as.ketua()];
  const slips: number[] = [];
  for (const blok of ['A1', 'B1', 'C1']) {
    const id = await app.given.payment({ of: await app.as.warga(blok), bulan: 7 });
    const body = { status: 'dikonfirmasi' } as const;
    expect((await admin.call(reviewPayment, { params: { id }, body })).status).toBe(200);
    slips.push(id);
  }
  const [a1 = 0, b1 = 0, c1 = 0] = slips;
  const rows =
    'TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan\n1,15/07/2026,08:00:00,K,198600.00,198600.00,QRIS MID:885\n';
  await importLines(admin, rows);
  const [line] = (await admin.call(listStatementLines)).body.data;
  const params = { id: line?.id ?? 0 };
  const settle = (pembayaran: number[]) => admin.call(settleLine, { params, body: { pembayaran } });
  const reverse = (nomor: number) =>
    ketua.call(reverseEntry, { body: { nomor, alasan: 'Salah rumah, dicatat ulang' } });
  const isRest = what.endsWith('rest');
  if (isRest) {
    expect((await settle([a1, b1])).status).toBe(200);
    expect((await reverse(1)).status).toBe(200);
  }
  const release = await hold(app, async (tx) => {
    await tx.dialect.serialize(tx.db, 'book');
  });
  const settled = () => settle(isRest ? [c1] : [a1, b1]);
  const acts = [() => reverse(2), settled];
  const order = what.startsWith('reversal') ? acts : acts.toReversed();
  const answers = [];
  for (const [at, act] of order.entries()) {
    answers.push(act());
    await untilWaiting(app, at + 1);
  }
  await release();
  const codes = (await Promise.all(answers)).map(({ status, refusal }) => refusal?.code ?? status);
  expect(codes).toEqual([200, answered]);
  const [after] = (await admin.call(listStatementLines)).body.data;
  expect(after).toMatchObject({ status: 'terbuka' });
  expect((await findViolations(app.context)).violations).toEqual([]);
});

test.each(['income', 'spending'] as const)(
  'a line that two people enter as other %s is booked once, with its account',
  async (what) => {
    const [admin, ketua] = [await app.as.admin(), await app.as.ketua()];
    const isIncome = what === 'income';
    const [mark, amount] = isIncome ? (['K', '5000.00'] as const) : (['D', '-5000.00'] as const);
    const balance = isIncome ? '105000.00' : '95000.00';
    const rows = `TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan\n1,10/07/2026,08:00:00,${mark},${amount.replace('-', '')},${balance},X\n`;
    expect((await importLines(admin, rows)).status).toBe(201);
    const [line] = (await admin.call(listStatementLines)).body.data;
    const about = { judul: 'Dari bank', jumlah: 5_000, mutasi_id: line?.id ?? 0 };
    const spent = {
      ...about,
      tahun: 2026,
      bulan: 7,
      tanggal_digunakan: '2026-07-10',
      deskripsi: 'Biaya bank',
    };
    const enter = async (person: Person) => {
      const { status, refusal } = isIncome
        ? await person.call(addIncome, {
            body: { ...about, kategori: 'bunga', tanggal: '2026-07-10' },
            files: {},
          })
        : await person.call(addExpense, { body: spent, files: { foto: await photo() } });
      return status === 201 ? status : refusal.code;
    };
    const answers = await Promise.all([enter(admin), enter(ketua)]);
    expect(answers.toSorted()).toEqual([201, 'line_decided']);
    expect(await enter(admin)).toBe('line_decided');
    const { saldo } = (await admin.call(getBalance)).body.data;
    expect(saldo).toBe(isIncome ? 5_000 : -5_000);
    const [after] = (await admin.call(listStatementLines, { query: { status: 'dicatat' } })).body.data;
    expect(after?.id).toBe(line?.id);
    expect((await findViolations(app.context)).violations).toEqual([]);
  },
);

test('a line of spending cannot be entered as income, and stays open', async () => {
  const admin = await app.as.admin();
  const rows =
    'TrxId,Tanggal,Trx Time,D/K,Mutasi,Saldo,Keterangan\n1,10/07/2026,08:00:00,D,5000.00,95000.00,BIAYA\n';
  await importLines(admin, rows);
  const [line] = (await admin.call(listStatementLines)).body.data;
  const body = {
    judul: 'X',
    kategori: 'bunga',
    jumlah: 5_000,
    tanggal: '2026-07-10',
    mutasi_id: line?.id ?? 0,
  };
  expect((await admin.call(addIncome, { body, files: {} })).status).toBe(404);
  expect((await admin.call(listStatementLines)).body.data.map(({ status }) => status)).toEqual(['terbuka']);
  expect((await admin.call(getBalance)).body.data.saldo).toBe(0);
});
