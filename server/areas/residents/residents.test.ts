import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { login, me } from '../../../contract/auth.ts';
import { getBalance, listCashBook } from '../../../contract/cash-book.ts';
import { changeAccount } from '../../../contract/officers.ts';
import { deletePaymentWarga, listOwnPaymentsWarga, reviewPayment } from '../../../contract/payments.ts';
import { setRate } from '../../../contract/rates.ts';
import * as contract from '../../../contract/residents.ts';
import { lockEstate } from '../../operations/in-use.ts';
import { makeApp, startOfTests, type TestApp } from '../../testing/app.ts';
import { password } from '../../testing/people.ts';
import { readAudit } from '../../testing/read-audit.ts';

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
  test('a coordinator lists, adds and changes residents of the own block only', async () => {
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

  test('the resident endpoints do not change officers', async () => {
    const ketua = await app.as.ketua();
    const admin = await app.as.admin();
    const params = { id: admin.id };
    expect((await ketua.call(contract.deleteResident, { params })).status).toBe(404);
    expect((await ketua.call(contract.changeResident, { params, body: { nama: 'X' } })).status).toBe(404);
    expect((await admin.call(me)).body.user.nama).toBe(admin.nama);
  });

  test('lists houses in numeric order, and searches all fields', async () => {
    const admin = await app.as.admin();
    for (const blok of ['C10', 'C2', 'C1-12', 'C1-3']) await app.as.warga(blok);
    const { body } = await admin.call(contract.listResidents, { query: { blok: 'c' } });
    expect(body.data.map(({ blok }) => blok)).toEqual(['C1-3', 'C1-12', 'C2', 'C10']);
    const found = await admin.call(contract.listResidents, { query: { q: 'warga c1-12' } });
    expect(found.body.data).toHaveLength(1);
    expect((await admin.call(contract.listResidents, { query: { q: '%' } })).body.data).toHaveLength(0);
  });
});

describe('the list', () => {
  const inF = async (query: object = {}) =>
    (await (await app.as.admin()).call(contract.listResidents, { query: { blok: 'F', ...query } })).body;
  const countInF = async (query: object = {}) =>
    (await (await app.as.admin()).call(contract.countResidents, { query: { blok: 'F', ...query } })).body
      .data;

  beforeAll(async () => {
    await app.as.person('koordinator_perblok', { nama: 'Pak Koordinator', blok: 'F1' });
    for (const nama of ['Yuni', 'Wati', 'Adi']) await app.as.person('warga', { nama, blok: 'F2' });
    await app.as.person('warga', { nama: 'Jauh', blok: 'F1', status: 'inactive' });
  });

  test('contains only residents, ordered by house and name, and their number', async () => {
    const { data } = await inF();
    expect(data.map(({ nama }) => nama)).toEqual(['Jauh', 'Adi', 'Wati', 'Yuni']);
    expect(await countInF()).toEqual({ total: 4, nonaktif: 1 });
  });

  test.each([
    ['active', ['Adi', 'Wati', 'Yuni'], 0],
    ['inactive', ['Jauh'], 1],
  ] as const)('filters and counts residents who are %s', async (status, names, nonaktif) => {
    const { data } = await inF({ status });
    expect(data.map(({ nama }) => nama)).toEqual(names);
    expect(await countInF({ status })).toEqual({ total: names.length, nonaktif });
    expect(await countInF({ status, q: names[0] })).toEqual({ total: 1, nonaktif });
    expect(await countInF({ status, q: 'Pak Koordinator' })).toEqual({ total: 0, nonaktif: 0 });
  });

  test('is paged without gaps', async () => {
    const first = await inF({ limit: 3 });
    const second = await inF({ limit: 3, cursor: first.nextCursor });
    expect([...first.data, ...second.data].map(({ nama }) => nama)).toEqual(['Jauh', 'Adi', 'Wati', 'Yuni']);
  });

  test('of houses contains each inhabited house once, in numeric order', async () => {
    await app.as.person('warga', { blok: 'F10' });
    const { body } = await (await app.as.admin()).call(contract.listBlocks);
    expect(body.data.filter((blok) => blok.startsWith('F'))).toEqual(['F1', 'F2', 'F10']);
  });
});

describe('changing', () => {
  test('a house at a rate of nothing is not shown as unpaid this month, until it pays', async () => {
    const admin = await app.as.admin();
    const of = await app.as.warga('M1');
    await app.as.warga('M2');
    const body = { jumlah: 0, sejak: '2026-07', user_id: of.id, password } as const;
    expect((await (await app.as.ketua()).call(setRate, { body })).status).toBe(200);
    const badges = async () => {
      const { body: list } = await admin.call(contract.listResidents, { query: { blok: 'M' } });
      return list.data.map(({ status_bulan_ini }) => status_bulan_ini);
    };
    expect(await badges()).toEqual(['tidak_ditagih', 'belum_bayar']);
    const changed = await admin.call(contract.changeResident, {
      params: { id: of.id },
      body: { jumlah_keluarga: 3 },
    });
    expect(changed.body.data.status_bulan_ini).toBe('tidak_ditagih');
    await app.given.payment({ of, tahun: 2026, bulan: 7, status: 'dikonfirmasi' });
    expect(await badges()).toEqual(['dikonfirmasi', 'belum_bayar']);
  });

  test('returns the payment status of this month: rejected only without another payment', async () => {
    const admin = await app.as.admin();
    const of = await app.as.warga('K1');
    const badge = async () => {
      const { body } = await admin.call(contract.listResidents, { query: { blok: 'K1' } });
      return body.data.map(({ status_bulan_ini }) => status_bulan_ini).join();
    };
    const present = app.clock.now;
    await app.given.payment({ of, tahun: 2026, bulan: 7, status: 'dikonfirmasi' });
    app.clock.set('2026-07-31T16:59:59.000Z');
    expect(await badge()).toBe('dikonfirmasi');
    app.clock.set('2026-07-31T17:00:00.000Z'); // 1 August
    expect(await badge()).toBe('belum_bayar');
    await app.given.payment({ of, tahun: 2026, bulan: 8, status: 'ditolak' });
    expect(await badge()).toBe('ditolak');
    const id = await app.given.payment({ of, tahun: 2026, bulan: 8 });
    expect(await badge()).toBe('menunggu_konfirmasi');
    expect((await of.call(deletePaymentWarga, { params: { id } })).status).toBe(200);
    expect(await badge()).toBe('ditolak');
    app.clock.set(present.toISOString());
  });

  test('with hanya_rumah_baru refuses a house that has an active account, and names it', async () => {
    const admin = await app.as.admin();
    const { id, nama } = await app.as.warga('G7', { nama: 'Budi' });
    const add = (hanya_rumah_baru?: boolean) =>
      admin.call(contract.createResident, { body: { ...newcomer('G07'), hanya_rumah_baru } });
    const errors = { blok: `Rumah G07 sudah punya akun: ${nama}` };
    expect(await add(true)).toMatchObject({ status: 422, refusal: { code: 'invalid_fields', errors } });
    expect((await add()).status).toBe(201);
    for (const user of (await admin.call(contract.listResidents, { query: { blok: 'G07' } })).body.data)
      await admin.call(contract.deleteResident, { params: { id: user.id } });
    await admin.call(changeAccount, { params: { id }, body: { status: 'inactive' } });
    expect((await add(true)).status).toBe(201);
  });

  test('with hanya_rumah_baru adds a house once, however many lists bring it at once', async () => {
    onTestFinished(await lockEstate(app.context.config, 'shared')); // as a running server does
    const admin = await app.as.admin();
    for (const blok of ['H1', 'H2', 'H3', 'H4']) {
      const add = () =>
        admin.call(contract.createResident, { body: { ...newcomer(blok), hanya_rumah_baru: true } });
      const statuses = (await Promise.all([add(), add(), add(), add()])).map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422]);
    }
  });

  test('stores a blank phone as null, which several residents may have', async () => {
    const admin = await app.as.admin();
    for (const blok of ['G1', 'G2']) {
      const added = await admin.call(contract.createResident, { body: { ...newcomer(blok), no_hp: '' } });
      expect(added).toMatchObject({ status: 201, body: { data: { no_hp: null } } });
    }
    const { id } = await app.as.warga('G3');
    const changed = await admin.call(contract.changeResident, { params: { id }, body: { no_hp: '' } });
    expect(changed.body.data.no_hp).toBeNull();
  });

  test('clears a blank family size and keeps an omitted one', async () => {
    const admin = await app.as.admin();
    const body = { ...newcomer('G4'), jumlah_keluarga: 4 };
    const params = { id: (await admin.call(contract.createResident, { body })).body.id };
    for (const [change, size] of [
      [{ nama: 'Sari' }, 4],
      [{ jumlah_keluarga: '' }, null],
    ] as const) {
      const { data } = (await admin.call(contract.changeResident, { params, body: change })).body;
      expect(data.jumlah_keluarga).toBe(size);
    }
  });

  test('keeps omitted fields and a blank password', async () => {
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

  test('answers 409 for a taken e-mail or phone without data of the other person', async () => {
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

  test('names both the e-mail and the phone when both are taken, of a new account and of a changed one', async () => {
    const admin = await app.as.admin();
    const [one, two, three] = [await app.as.warga('D6'), await app.as.warga('D7'), await app.as.warga('D8')];
    const taken = { email: one.email, no_hp: two.no_hp };
    const fields = { nama: 'Warga Baru', blok: 'D9', password, ...taken };
    const answers = [
      await admin.call(contract.createResident, { body: fields }),
      await admin.call(contract.changeResident, { params: { id: three.id }, body: taken }),
    ];
    for (const { status, refusal } of answers) {
      expect([status, refusal.message]).toEqual([409, 'Email dan No HP sudah digunakan akun lain.']);
      expect(Object.keys(refusal.errors ?? {})).toEqual(['email', 'no_hp']);
    }
    const own = { email: three.email, no_hp: three.no_hp, nama: 'Tetap Sendiri' };
    expect((await admin.call(contract.changeResident, { params: { id: three.id }, body: own })).status).toBe(
      200,
    );
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
  test('keeps received payments, rejects waiting ones and frees the e-mail', async () => {
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
      body: { ...newcomer('E1'), email: leaver.email, password: 'milik-yang-baru' },
    });
    expect(again.status).toBe(201);
    const signIn = (secret: string) =>
      app.as.nobody.call(login, { body: { email: leaver.email, password: secret } });
    expect((await signIn('milik-yang-baru')).body.user.id).toBe(again.body.id);
    expect((await signIn(password)).refusal.code).toBe('invalid_credentials');
  });

  test('rejects only waiting payments of that person, with author, time and reason', async () => {
    const [admin, before] = [await app.as.admin(), await app.as.admin('Admin Lama')];
    const [leaver, neighbour] = [await app.as.warga('E2'), await app.as.warga('E3')];
    const rejected = await app.given.payment({ of: leaver, bulan: 6 });
    const rejection = { status: 'ditolak', catatan: 'Buram' } as const;
    await before.call(reviewPayment, { params: { id: rejected }, body: rejection });
    const waiting = await app.given.payment({ of: leaver, bulan: 7 });
    const withdrawn = await app.given.payment({ of: leaver, bulan: 8 });
    await leaver.call(deletePaymentWarga, { params: { id: withdrawn } });
    const theirs = await app.given.payment({ of: neighbour, bulan: 7 });
    app.clock.set('2026-07-15T04:00:00.000Z');
    await admin.call(contract.deleteResident, { params: { id: leaver.id } });
    app.clock.set(startOfTests);

    const rows = await app.context.db
      .selectFrom('payments')
      .select(['id', 'status', 'catatan', 'tanggal_konfirmasi', 'dikonfirmasi_oleh'])
      .where('id', 'in', [rejected, waiting, withdrawn, theirs])
      .orderBy('id')
      .execute();
    const untouched = { status: 'menunggu_konfirmasi', tanggal_konfirmasi: null, dikonfirmasi_oleh: null };
    expect(rows).toMatchObject([
      { id: rejected, ...rejection, tanggal_konfirmasi: startOfTests, dikonfirmasi_oleh: before.id },
      {
        id: waiting,
        status: 'ditolak',
        catatan: 'Ditutup karena akun warga dihapus.',
        tanggal_konfirmasi: '2026-07-15T04:00:00.000Z',
        dikonfirmasi_oleh: admin.id,
      },
      { id: withdrawn, ...untouched },
      { id: theirs, ...untouched },
    ]);
    const told = (await readAudit(app.context.db, { aksi: 'payment.rejected' })).filter(({ entitas_id }) =>
      [waiting, withdrawn, theirs].includes(entitas_id ?? 0),
    );
    const sesudah = { status: 'ditolak', catatan: 'Ditutup karena akun warga dihapus.' };
    expect(told).toMatchObject([{ user_id: admin.id, entitas_id: waiting, sesudah }]);
  });

  test('answers 404 for deleted residents', async () => {
    const admin = await app.as.admin();
    const params = { id: (await app.as.warga('E4')).id };
    expect((await admin.call(contract.deleteResident, { params })).status).toBe(200);
    expect((await admin.call(contract.deleteResident, { params })).status).toBe(404);
    expect((await admin.call(contract.changeResident, { params, body: { nama: 'X' } })).status).toBe(404);
  });
});
