/** Two accounts are not two people: who may decide about payments of whom. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { login } from '../../../contract/auth.ts';
import { reverseEntry } from '../../../contract/book.ts';
import { listCashBook } from '../../../contract/cash-book.ts';
import { refusals } from '../../../contract/messages.ts';
import { changeAccount, createAccount } from '../../../contract/officers.ts';
import {
  countMonthPayments,
  countWaitingPayments,
  listMonthPayments,
  listPayments,
  recordPayment,
  reviewPayment,
} from '../../../contract/payments.ts';
import type { Role } from '../../../contract/people.ts';
import { createResident } from '../../../contract/residents.ts';
import { listPastCases } from '../../operations/doctor/list-past-cases.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { callsTo, type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';

let app: TestApp;
let ketua: Person;
beforeEach(async () => {
  app = await makeApp();
  ketua = await app.as.ketua();
});
afterEach(() => app.close());

const secret = 'mangga-Harum-88';

/** An account that the ketua makes, signed in. */
async function made(jenis: Role, blok: string | null = null) {
  const email = `${jenis}.baru@contoh.id`;
  const body = { nama: 'Akun Baru', email, blok, no_hp: null, jenis, password: secret };
  const { body: created } = await ketua.call(createAccount, { body });
  const signIn = async () => {
    const { token } = (await app.as.nobody.call(login, { body: { email, password: secret } })).body;
    return { id: created.id, call: callsTo(app.url, token) };
  };
  return { ...(await signIn()), signIn };
}

const waitingOf = (id: number) => app.given.payment({ of: { ...ketua, id } });
const review = async (by: Pick<Person, 'call'>, id: number, status: 'dikonfirmasi' | 'ditolak') => {
  const { status: code, refusal } = await by.call(reviewPayment, { params: { id }, body: { status } });
  return [code, refusal?.code];
};
const refused = [403, 'same_person_payment'];

describe.each(['dikonfirmasi', 'ditolak'] as const)('a payment is %s', (status) => {
  test('not by an account that the payer made, until 30 days later', async () => {
    const admin = await made('admin');
    const id = await waitingOf(ketua.id);
    expect(await review(admin, id, status)).toEqual(refused);
    app.clock.set('2026-08-14T02:00:00.000Z');
    expect(await review(admin, id, status)).toEqual(refused);
    app.clock.set('2026-08-14T03:00:00.001Z');
    expect(await review(await admin.signIn(), id, status)).toEqual([200, undefined]);
  });

  test('not by an account whose password the payer set', async () => {
    const admin = await app.as.admin();
    await ketua.call(changeAccount, { params: { id: admin.id }, body: { password: secret } });
    const signedIn = await app.as.nobody.call(login, { body: { email: admin.email, password: secret } });
    const id = await waitingOf(ketua.id);
    expect(await review({ call: callsTo(app.url, signedIn.body.token) }, id, status)).toEqual(refused);
  });

  test('not by an account whose role the payer changed', async () => {
    const { id: changed, email } = await app.as.warga('A1');
    await ketua.call(changeAccount, { params: { id: changed }, body: { jenis: 'admin' } });
    const signedIn = await app.as.nobody.call(login, { body: { email, password } });
    const id = await waitingOf(ketua.id);
    expect(await review({ call: callsTo(app.url, signedIn.body.token) }, id, status)).toEqual(refused);
  });

  test('not by the maker of an officer’s account while another officer can', async () => {
    await app.as.admin();
    const { id } = await made('koordinator_perblok', 'A1');
    expect(await review(ketua, await waitingOf(id), status)).toEqual(refused);
  });

  test('by the maker of an officer’s account where nobody else can', async () => {
    await app.as.koordinator('B'); // of other houses
    const former = await app.as.admin();
    await ketua.call(changeAccount, { params: { id: former.id }, body: { status: 'inactive' } });
    const { id } = await made('koordinator_perblok', 'A1');
    expect(await review(ketua, await waitingOf(id), status)).toEqual([200, undefined]);
  });

  test('by the officer who made the account of the resident: daily work goes on', async () => {
    await app.as.admin();
    const body = { nama: 'Bu Siti', email: 'siti@contoh.id', blok: 'A1', no_hp: null, password: secret };
    const { id } = (await ketua.call(createResident, { body })).body;
    expect(await review(ketua, await waitingOf(id), status)).toEqual([200, undefined]);
  });
});

test('an account records no payment of its maker either', async () => {
  const admin = await made('admin');
  const body = { user_id: ketua.id, tahun: 2026, bulan: 7, jumlah: 90_000, keterangan: null };
  const { status, refusal } = await admin.call(recordPayment, {
    body,
    files: { bukti_transfer: await photo() },
  });
  expect([status, refusal?.code]).toEqual(refused);
});

describe('officers who may not decide a payment read the reason before they press', () => {
  const july = { params: { year: 2026, month: 7 } };
  const listed = async ({ call }: Pick<Person, 'call'>) =>
    (await call(listPayments)).body.data.map(({ user_id, halangan }) => [user_id, halangan]);
  const unpaidOf = async ({ call }: Pick<Person, 'call'>, id: number) => {
    const rows = (await call(listMonthPayments, { ...july, query: { include: 'unpaid' } })).body.data;
    return rows.find(({ user_id }) => user_id === id)?.halangan;
  };
  const { own_payment, same_person_payment } = refusals;

  test('beside waiting payments, and these are not counted as work', async () => {
    const admin = await made('admin');
    const siti = await app.as.warga('A1');
    await waitingOf(ketua.id);
    await waitingOf(siti.id);
    expect(await listed(admin)).toEqual([
      [siti.id, null],
      [ketua.id, same_person_payment.message],
    ]);
    expect(await listed(ketua)).toEqual([
      [siti.id, null],
      [ketua.id, own_payment.message],
    ]);
    expect((await admin.call(countWaitingPayments)).body.data).toEqual({ total: 2, untuk_diperiksa: 1 });
    expect((await admin.call(countMonthPayments, july)).body.data.untuk_diperiksa).toBe(1);
    app.clock.set('2026-08-14T03:00:00.001Z');
    const later = await admin.signIn();
    expect((await later.call(countWaitingPayments)).body.data.untuk_diperiksa).toBe(2);
    expect((await listed(later))[1]).toEqual([ketua.id, null]);
  });

  test('beside months that they cannot record, and no longer beside decided ones', async () => {
    const admin = await app.as.admin();
    const { id } = await made('koordinator_perblok', 'A1');
    expect(await unpaidOf(ketua, id)).toBe(same_person_payment.message);
    expect(await unpaidOf(admin, id)).toBeNull();
    expect(await review(admin, await waitingOf(id), 'dikonfirmasi')).toEqual([200, undefined]);
    expect(await listed(ketua)).toEqual([[id, null]]);
  });

  test('beside entries of the book that they cannot reverse, until they are reversed', async () => {
    const admin = await made('admin');
    const other = await app.as.admin();
    expect(await review(other, await waitingOf(ketua.id), 'dikonfirmasi')).toEqual([200, undefined]);
    const inBook = async ({ call }: Pick<Person, 'call'>) =>
      (await call(listCashBook, { params: { year: 2026 }, query: { pembatalan: '1' } })).body.data.map(
        ({ halangan }) => halangan,
      );
    const body = { nomor: 1, alasan: 'Uangnya tidak pernah masuk' };
    for (const [reader, refusal] of [
      [admin, same_person_payment],
      [ketua, own_payment],
    ] as const) {
      expect(await inBook(reader)).toEqual([refusal.message]);
      expect((await reader.call(reverseEntry, { body })).refusal?.message).toBe(refusal.message);
    }
    expect(await inBook(await app.as.warga('A1'))).toEqual([null]);
    expect(await inBook(other)).toEqual([null]);
    expect((await other.call(reverseEntry, { body })).status).toBe(200);
    expect(await inBook(ketua)).toEqual([null, null]);
  });
});

test('the doctor lists past cases, and what happened later is none', async () => {
  const admin = await made('admin');
  const id = await waitingOf(ketua.id);
  const later = await app.given.payment({ of: ketua, bulan: 8 });
  expect(await listPastCases(app.context.db)).toEqual([]);
  const decide = (payment: number, day: string) =>
    app.context.write('system', ({ db }) =>
      db
        .updateTable('payments')
        .set({ status: 'ditolak', dikonfirmasi_oleh: admin.id, tanggal_konfirmasi: day })
        .where('id', '=', payment)
        .execute(),
    );
  await decide(id, '2026-07-20T03:00:00.000Z');
  await decide(later, '2026-09-20T03:00:00.000Z');
  expect(await listPastCases(app.context.db)).toEqual([
    `Pembayaran ${id} milik Ketua diputuskan Akun Baru pada 2026-07-20, padahal salah satu akun itu dibuat atau diubah oleh yang lain pada 2026-07-15`,
  ]);
});
