import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getOwnDues, getPayerDues } from '../../../contract/arrears.ts';
import { listAudit } from '../../../contract/audit.ts';
import { reverseEntry } from '../../../contract/book.ts';
import { getLogKey } from '../../../contract/log.ts';
import { changeAccount } from '../../../contract/officers.ts';
import { deletePaymentWarga, reviewPayment } from '../../../contract/payments.ts';
import { verifyReceipt } from '../../../contract/receipt.ts';
import { getReceipt } from '../../../contract/receipts.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { parseVerifierKey } from '../../../contract/signed-note.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';

let app: TestApp;
let payer: Person;
let admin: Person;
beforeAll(async () => {
  app = await makeApp();
  admin = await app.as.admin();
});
afterAll(() => app.close());
let houses = 0;
const neighbour = () => app.as.warga(`A${(houses += 1)}`);
beforeEach(async () => {
  payer = await neighbour();
});

async function pay(of = payer, bulan = 7): Promise<number> {
  const id = await app.given.payment({ of, bulan });
  await admin.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
  return id;
}
const receiptOf = (id: number, by = payer) => by.call(getReceipt, { params: { payment_id: id } });
const issued = () => app.context.db.selectFrom('kuitansi').selectAll().orderBy('nomor').execute();

async function reverse(paymentId: number): Promise<void> {
  const { nomor } = await app.context.db
    .selectFrom('kas_entri')
    .select('nomor')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const body = { nomor, alasan: 'Salah orang, uangnya dari tetangga' };
  expect((await admin.call(reverseEntry, { body })).status).toBe(200);
}

describe('the receipt of a confirmed payment', () => {
  test('says number, house, month, amount and day without a name, and is signed by the log', async () => {
    const id = await pay();
    const { data } = (await receiptOf(id)).body;
    const { data: keys } = (await payer.call(getLogKey)).body;
    const key = await parseVerifierKey(keys.kunci);
    const { catatan, metode, dibatalkan, rincian, untuk, entri, tunggakan, ...receipt } = data;
    expect(await verifyReceipt(catatan, key ? [key] : [])).toMatchObject({
      valid: true,
      receipt: { ...receipt, untuk: [untuk], entri: [entri] },
    });
    expect(rincian).toEqual([{ ...untuk, entri, dibatalkan: null }]);
    expect(tunggakan.per).toBe('2026-07-15');
    expect(receipt).toMatchObject({
      rumah: payer.blok,
      jumlah: 100_000,
      tanggal: '2026-07-15',
    });
    expect(untuk).toEqual({ tahun: 2026, bulan: 7 });
    expect([metode, dibatalkan]).toEqual(['transfer', null]);
    expect(catatan).not.toContain(payer.nama);
  });

  test('is the same to the byte for everybody, also after the estate’s name and the house changed', async () => {
    const id = await pay();
    const first = (await receiptOf(id)).body.data;
    await (await app.as.ketua()).call(changeSettings, { body: { estateName: 'Griya Baru' } });
    await app.context.write('system', (tx) =>
      tx.db.updateTable('users').set({ blok: 'Z9' }).where('id', '=', payer.id).execute(),
    );
    expect((await receiptOf(id)).body.data).toEqual(first);
    expect((await receiptOf(id, admin)).body.data).toEqual(first);
  });

  test('says what the payer owes today, as the payment page does, also to staff', async () => {
    const created_at = '2026-05-10T03:00:00.000Z';
    const late = await app.as.warga(`A${(houses += 1)}`, { created_at });
    const id = await pay(late);
    const owed = { bulan: 2, jumlah: 200_000, per: '2026-07-15' };
    for (const person of [late, admin])
      expect((await receiptOf(id, person)).body.data.tunggakan).toEqual(owed);
    expect((await late.call(getOwnDues)).body.data.tunggakan).toHaveLength(2);
    await pay(late, 5);
    expect((await receiptOf(id, late)).body.data.tunggakan).toEqual({ ...owed, bulan: 1, jumlah: 100_000 });
    await admin.call(changeAccount, { params: { id: late.id }, body: { status: 'inactive' } });
    expect((await receiptOf(id, admin)).body.data.tunggakan).toEqual({ ...owed, bulan: 0, jumlah: 0 });
    const dues = (await admin.call(getPayerDues, { params: { userId: late.id } })).body.data;
    expect(dues.tunggakan).toEqual([]);
  });

  test('is numbered once and without gaps, also when many ask at the same time', async () => {
    const ids = [await pay(), await pay(payer, 6), await pay(await neighbour())];
    const before = (await issued()).length;
    const answers = await Promise.all([...ids, ...ids].map((id) => receiptOf(id, admin)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const rows = await issued();
    expect(rows).toHaveLength(before + ids.length);
    expect(rows.map(({ nomor }) => nomor)).toEqual(rows.map((_, at) => at + 1));
  });

  test('is issued with one entry in the audit log', async () => {
    const id = await pay();
    const { nomor } = (await receiptOf(id)).body.data;
    await receiptOf(id);
    const { data } = (await (await app.as.ketua()).call(listAudit, { query: { entitas: 'receipts' } })).body;
    const about = data.filter(({ entitas_id }) => entitas_id === nomor);
    expect(about).toMatchObject([
      { aksi: 'receipt.issued', user_id: payer.id, sesudah: { payment_id: id, jumlah: 100_000 } },
    ]);
  });

  test('says when the payment was reversed since, and stays readable after the payer deleted it', async () => {
    const id = await pay();
    const { data } = (await receiptOf(id)).body;
    await reverse(id);
    const dibatalkan = { nomor: expect.any(Number) as number, tanggal: '2026-07-15' };
    const rincian = data.rincian.map((month) => ({ ...month, dibatalkan }));
    expect((await receiptOf(id)).body.data).toEqual({ ...data, rincian, dibatalkan });
    expect((await payer.call(deletePaymentWarga, { params: { id } })).status).toBe(200);
    expect((await receiptOf(id)).body.data).toEqual({ ...data, rincian, dibatalkan });
  });
});

describe('there is none', () => {
  const none = { status: 409, refusal: { code: 'no_receipt' } };

  test('for a payment that waits, was rejected, or was reversed before anybody asked', async () => {
    const before = await issued();
    const waiting = await app.given.payment({ of: payer, bulan: 5 });
    expect(await receiptOf(waiting)).toMatchObject(none);
    await admin.call(reviewPayment, {
      params: { id: waiting },
      body: { status: 'ditolak', catatan: 'Buram' },
    });
    expect(await receiptOf(waiting)).toMatchObject(none);
    const reversed = await pay();
    await reverse(reversed);
    expect(await receiptOf(reversed)).toMatchObject(none);
    expect(await issued()).toEqual(before);
  });

  test('for a neighbour, nor for the coordinator of another block', async () => {
    const id = await pay();
    const elsewhere = await app.as.koordinator('X1');
    for (const person of [await neighbour(), elsewhere])
      expect(await receiptOf(id, person)).toMatchObject({ status: 404 });
    expect(await receiptOf(2_000_000_000)).toMatchObject({ status: 404 });
  });
});

test.each([
  `UPDATE kuitansi SET catatan = 'x'`,
  'DELETE FROM kuitansi',
  'UPDATE kuitansi_bulan SET kuitansi = 1',
  'DELETE FROM kuitansi_bulan',
  ...(process.env.GUYUB_TEST_DATABASE === 'postgres'
    ? ['TRUNCATE kuitansi CASCADE', 'TRUNCATE kuitansi_bulan']
    : [
        'INSERT OR REPLACE INTO kuitansi SELECT * FROM kuitansi',
        'INSERT OR REPLACE INTO kuitansi_bulan SELECT * FROM kuitansi_bulan',
      ]),
])('%s is refused by the database itself', async (statement) => {
  await receiptOf(await pay());
  await expect(sql.raw(statement).execute(app.context.database.writer)).rejects.toThrow('append-only');
});
