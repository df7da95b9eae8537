import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { me } from '../../../contract/auth.ts';
import { getBalance, listCashBook } from '../../../contract/cash-book.ts';
import { listOwnPaymentsWarga, reviewPayment } from '../../../contract/payments.ts';
import * as contract from '../../../contract/residents.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { password } from '../../testing/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

let count = 0;
const newcomer = (blok: string) => {
  count += 1;
  return { nama: 'Sari Dewi', email: `sari.${count}@contoh.id`, blok, password: 'rahasia1' };
};

describe('who manages whom', () => {
  test('a coordinator sees, adds and changes residents of the own block alone', async () => {
    const koordinator = await app.as.koordinator('A');
    const [own, other] = [await app.as.warga('A1-1'), await app.as.warga('B1-1')];

    const list = await koordinator.call(contract.listResidents, { query: { limit: 200 } });
    expect(list.body.data.map(({ blok }) => blok?.charAt(0))).not.toContain('B');
    expect(list.body.data.map(({ id }) => id)).toContain(own.id);

    const added = await koordinator.call(contract.createResident, { body: newcomer('a2-10') });
    expect(added).toMatchObject({
      status: 201,
      body: { message: 'Warga berhasil ditambahkan', data: { blok: 'A2-10' } },
    });
    const outside = await koordinator.call(contract.createResident, { body: newcomer('B2') });
    expect(outside).toMatchObject({
      status: 422,
      refusal: { code: 'block_not_allowed', errors: { blok: 'Anda hanya bisa mengelola warga di Blok A' } },
    });
    const moved = await koordinator.call(contract.changeResident, {
      params: { id: own.id },
      body: { blok: 'B7' },
    });
    expect(moved.refusal.code).toBe('block_not_allowed');

    for (const call of [contract.changeResident, contract.deleteResident] as const) {
      const refused = await koordinator.call(call, {
        params: { id: other.id },
        body: { nama: 'X' },
      } as never);
      expect(refused.status).toBe(404);
    }
  });

  test('the door for residents does not open for officers', async () => {
    const ketua = await app.as.ketua();
    const admin = await app.as.admin();
    const refused = await ketua.call(contract.deleteResident, { params: { id: admin.id } });
    expect(refused.status).toBe(404);
    expect((await admin.call(me)).status).toBe(200);
  });

  test('houses are listed as people count them, and searched in any field', async () => {
    const admin = await app.as.admin();
    for (const blok of ['C10', 'C2', 'C1-12', 'C1-3']) await app.as.warga(blok);
    const { body } = await admin.call(contract.listResidents, { query: { blok: 'c' } });
    expect(body.data.map(({ blok }) => blok)).toEqual(['C1-3', 'C1-12', 'C2', 'C10']);
    expect(body.total).toBe(4);
    const found = await admin.call(contract.listResidents, { query: { q: 'warga c1-12' } });
    expect(found.body.data).toHaveLength(1);
    expect((await admin.call(contract.listResidents, { query: { q: '%' } })).body.data).toHaveLength(0);
  });
});

describe('changing', () => {
  test('an omitted field, a blank password and an omitted phone stay', async () => {
    const admin = await app.as.admin();
    const resident = await app.as.warga('D1');
    const changed = await admin.call(contract.changeResident, {
      params: { id: resident.id },
      body: { nama: 'Nama Baru', password: '' },
    });
    expect(changed.body.data).toMatchObject({
      nama: 'Nama Baru',
      no_hp: resident.no_hp,
      email: resident.email,
      blok: 'D1',
    });
    const signedIn = await fetch(`${app.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: resident.email, password }),
    });
    expect(signedIn.status).toBe(200);
  });

  test('a taken e-mail or phone is a conflict that shows nothing of the other person', async () => {
    const admin = await app.as.admin();
    const [one, two] = [await app.as.warga('D2'), await app.as.warga('D3')];
    const email = await admin.call(contract.changeResident, {
      params: { id: two.id },
      body: { email: one.email.toUpperCase() },
    });
    expect(email.status).toBe(409);
    expect(email.refusal).toEqual({
      status: 'error',
      code: 'email_taken',
      message: 'Email sudah digunakan akun lain.',
      errors: { email: 'Email sudah digunakan akun lain.' },
    });
    const phone = await admin.call(contract.changeResident, {
      params: { id: two.id },
      body: { no_hp: `+62${one.no_hp?.slice(1)}` },
    });
    expect(phone).toMatchObject({ status: 409, refusal: { code: 'phone_taken' } });
  });

  test('a new password signs the resident out everywhere', async () => {
    const admin = await app.as.admin();
    const resident = await app.as.warga('D4');
    await admin.call(contract.changeResident, {
      params: { id: resident.id },
      body: { password: 'lain-lagi' },
    });
    expect((await resident.call(me)).status).toBe(401);
  });
});

describe('leaving', () => {
  test('money received stays under the name, what waits is closed, the e-mail is free again', async () => {
    const admin = await app.as.admin();
    const leaver = await app.as.warga('E1', { nama: 'Pak Pindah' });
    const paid = await app.given.payment({ of: leaver, bulan: 6, status: 'dikonfirmasi' });
    const waiting = await app.given.payment({ of: leaver, bulan: 7 });
    const before = (await admin.call(getBalance)).body.data.totalPemasukan;

    const deleted = await admin.call(contract.deleteResident, { params: { id: leaver.id } });
    expect(deleted.body.message).toBe('Warga berhasil dihapus');
    expect((await leaver.call(listOwnPaymentsWarga, { params: { userId: leaver.id } })).status).toBe(401);
    expect((await admin.call(getBalance)).body.data.totalPemasukan).toBe(before);
    const book = await admin.call(listCashBook, { params: { year: 2026 } });
    expect(book.body.data).toContainEqual(
      expect.objectContaining({ type: 'pemasukan', id: paid, nama: 'Pak Pindah' }),
    );
    const review = await admin.call(reviewPayment, {
      params: { id: waiting },
      body: { status: 'dikonfirmasi' },
    });
    expect(review).toMatchObject({ status: 409, refusal: { data: { status: 'ditolak' } } });

    const { body } = await admin.call(contract.listResidents, { query: { q: 'Pak Pindah' } });
    expect(body.data).toEqual([]);
    const again = await admin.call(contract.createResident, {
      body: { ...newcomer('E1'), email: leaver.email },
    });
    expect(again.status).toBe(201);
  });
});
