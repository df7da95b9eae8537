import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBalance } from '../../../contract/cash-book.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import * as payments from '../../../contract/payments.ts';
import { makeApp, startOfTests, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { readAudit } from '../../testing/read-audit.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

const july = { tahun: 2026, bulan: 7 };

const rowOf = (id: number) =>
  app.context.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const auditOf = (id: number) => readAudit(app.context.db, { entitas: 'payments', entitas_id: id });

const decide = (staff: Person, id: number, body: object) =>
  staff.call(payments.reviewPayment, { params: { id }, body: body as { status: 'dikonfirmasi' } });

describe('deciding about a payment', () => {
  test('rejecting notifies the payer with the note and does not change the balance', async () => {
    const [siti, admin] = [await app.as.warga('A1-1'), await app.as.admin()];
    const before = await admin.call(getBalance);
    const id = await app.given.payment({ of: siti, ...july });
    const rejected = await decide(admin, id, { status: 'ditolak', catatan: '  Bukti tidak terbaca  ' });

    expect(rejected.body.data).toMatchObject({
      id,
      status: 'ditolak',
      catatan: 'Bukti tidak terbaca',
      nama: siti.nama,
      dikonfirmasi_oleh_nama: admin.nama,
    });
    const told = await siti.call(listNotifications);
    expect(told.body.data).toMatchObject([
      { jenis: 'payment-confirmed', judul: 'Pembayaran Ditolak', halaman: 'payments', dibaca: false },
    ]);
    expect(told.body.data[0]?.pesan).toContain('Catatan: Bukti tidak terbaca');
    expect((await admin.call(getBalance)).body.data).toEqual(before.body.data);
    expect(await rowOf(id)).toMatchObject({
      tanggal_kas: null,
      dikonfirmasi_oleh: admin.id,
      tanggal_konfirmasi: startOfTests,
    });
  });

  test('confirming books the payment on the date in the estate’s time zone', async () => {
    const id = await app.given.payment({ of: await app.as.warga('A1-2'), ...july });
    try {
      app.clock.set('2026-12-31T18:00:00.000Z');
      await decide(await app.as.admin('Admin jaga'), id, { status: 'dikonfirmasi' });
    } finally {
      app.clock.set(startOfTests);
    }
    expect((await rowOf(id)).tanggal_kas).toBe('2027-01-01');
  });

  test('is recorded in the audit log with before and after', async () => {
    const [siti, admin] = [await app.as.warga('A1-3'), await app.as.admin()];
    const id = await app.given.payment({ of: siti, ...july });
    await decide(admin, id, { status: 'dikonfirmasi', catatan: 'Lunas' });
    const [entry, ...more] = await auditOf(id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ aksi: 'payment.confirmed', user_id: admin.id, nama: admin.nama });
    expect(entry?.sebelum).toMatchObject({ status: 'menunggu_konfirmasi' });
    expect(entry?.sesudah).toMatchObject({
      status: 'dikonfirmasi',
      catatan: 'Lunas',
      jumlah: 100_000,
    });
  });

  test.each([
    ['dikonfirmasi', 'ditolak'],
    ['ditolak', 'dikonfirmasi'],
    ['dikonfirmasi', 'dikonfirmasi'],
  ] as const)('refuses to change %s to %s and returns the current record', async (first, second) => {
    const person = await app.as.person('warga', { blok: 'A1-4' });
    const id = await app.given.payment({ of: person, ...july, status: first });
    const before = await rowOf(id);
    const refused = await decide(await app.as.ketua(), id, { status: second, catatan: 'Lagi' });
    expect(refused.status).toBe(409);
    expect(refused.refusal).toMatchObject({
      code: 'payment_already_reviewed',
      data: { id, status: first, catatan: null, nama: person.nama, blok: 'A1-4', no_hp: person.no_hp },
    });
    expect(await rowOf(id)).toEqual(before);
    expect(await auditOf(id)).toEqual([]);
    expect((await person.call(listNotifications)).body.data).toEqual([]);
  });

  test('answers 404 for a withdrawn payment', async () => {
    const siti = await app.as.warga('A1-5');
    const id = await app.given.payment({ of: siti, ...july });
    await siti.call(payments.deletePaymentWarga, { params: { id } });
    expect((await decide(await app.as.admin(), id, { status: 'dikonfirmasi' })).status).toBe(404);
  });

  test('a coordinator reviews payments of the own block, and gets 404 for others', async () => {
    const koordinator = await app.as.koordinator('A');
    const own = await app.given.payment({ of: await app.as.warga('A1-6'), ...july });
    const other = await app.given.payment({ of: await app.as.warga('B1-6'), ...july });
    expect((await decide(koordinator, own, { status: 'dikonfirmasi' })).status).toBe(200);
    const refused = await decide(koordinator, other, { status: 'dikonfirmasi' });
    expect([refused.status, refused.refusal.code, refused.refusal.data]).toEqual([
      404,
      'not_found',
      undefined,
    ]);
    expect((await rowOf(other)).status).toBe('menunggu_konfirmasi');
  });

  test('officers cannot review their own payment, in any state', async () => {
    for (const staff of [await app.as.ketua(), await app.as.admin(), await app.as.koordinator('A')]) {
      const waiting = await app.given.payment({ of: staff, ...july });
      const confirmed = await app.given.payment({ of: staff, tahun: 2026, bulan: 1, status: 'dikonfirmasi' });
      for (const id of [waiting, confirmed]) {
        const refused = await decide(staff, id, { status: 'dikonfirmasi' });
        expect([refused.status, refused.refusal.code]).toEqual([403, 'own_payment']);
      }
      expect((await rowOf(waiting)).status).toBe('menunggu_konfirmasi');
    }
  });

  test.each([
    ['no status', {}, { status: 'Status wajib diisi' }],
    ['a status that nobody may set', { status: 'menunggu_konfirmasi' }, { status: 'Status tidak valid' }],
    ['the status of a month without payment', { status: 'belum_bayar' }, { status: 'Status tidak valid' }],
    ['a number', { status: 1 }, { status: 'Status tidak valid' }],
    [
      'a long note',
      { status: 'ditolak', catatan: 'x'.repeat(501) },
      { catatan: 'Catatan maksimal 500 karakter' },
    ],
    ['a note that is a number', { status: 'ditolak', catatan: 5 }, { catatan: 'Catatan harus berupa teks' }],
    [
      'a note no database holds',
      { status: 'ditolak', catatan: 'a\0b' },
      { catatan: 'Catatan berisi karakter yang tidak didukung' },
    ],
  ])('%s is refused', async (_, body, errors) => {
    const id = await app.given.payment({ of: await app.as.person('warga', { blok: 'A2' }) });
    const refused = await decide(await app.as.admin(), id, body);
    expect(refused.status).toBe(422);
    expect(refused.refusal.errors).toEqual(errors);
    expect((await rowOf(id)).status).toBe('menunggu_konfirmasi');
  });

  test('stores a note of 500 characters with line breaks and emoji unchanged, a blank one as null', async () => {
    const note = `Transfer kurang.\nMohon cek 🙏 ${'x'.repeat(470)}`;
    const [first, second] = [
      await app.given.payment({ of: await app.as.person('warga', { blok: 'A2' }) }),
      await app.given.payment({ of: await app.as.person('warga', { blok: 'A2' }) }),
    ];
    expect(note).toHaveLength(500);
    const kept = await decide(await app.as.admin(), first, { status: 'ditolak', catatan: note });
    const blank = await decide(await app.as.admin(), second, { status: 'ditolak', catatan: '   ' });
    expect([kept.body.data.catatan, blank.body.data.catatan]).toEqual([note, null]);
  });
});

describe('recording a payment received', () => {
  const record = async (staff: Person, body: object) =>
    staff.call(payments.recordPayment, {
      body: body as { user_id: number; tahun: number; bulan: number; jumlah: number },
      files: { bukti_transfer: await photo() },
    });

  test('creates a confirmed payment with amount and note, notifies the payer and increases the balance', async () => {
    const [siti, admin] = [await app.as.warga('A3-1'), await app.as.admin()];
    const before = (await admin.call(getBalance)).body.data.saldo;
    const recorded = await record(admin, {
      user_id: siti.id,
      ...july,
      jumlah: 75_500,
      keterangan: 'Tunai di pos',
      status: 'ditolak',
    });
    expect(recorded.status).toBe(201);
    expect(recorded.body).toMatchObject({
      message: 'Pembayaran berhasil ditambahkan',
      data: {
        jumlah: 75_500,
        keterangan: 'Tunai di pos',
        status: 'dikonfirmasi',
        nama: siti.nama,
        blok: 'A3-1',
        tanggal_konfirmasi: startOfTests,
        dikonfirmasi_oleh_nama: admin.nama,
      },
    });
    expect(recorded.body.id).toBe(recorded.body.data.id);
    expect((await admin.call(getBalance)).body.data.saldo).toBe(before + 75_500);
    expect((await siti.call(listNotifications)).body).toMatchObject({
      unread: 1,
      data: [
        {
          judul: 'Pembayaran Dikonfirmasi!',
          pesan: 'Pembayaran Juli 2026 sebesar Rp 75.500 telah dikonfirmasi.',
          halaman: 'payments',
        },
      ],
    });
    const [listed] = (await admin.call(payments.listPayments, { query: { limit: 1 } })).body.data;
    expect(listed).toEqual({ ...recorded.body.data, halangan: null });
    expect(await rowOf(recorded.body.id)).toMatchObject({
      tanggal_kas: '2026-07-15',
      dikonfirmasi_oleh: admin.id,
    });
    expect((await auditOf(recorded.body.id)).map(({ aksi, user_id }) => [aksi, user_id])).toEqual([
      ['payment.recorded', admin.id],
    ]);
  });

  test.each([
    ['nothing', 0],
    ['less than nothing', -100],
    ['a fraction', 1.5],
    ['words', 'seratus'],
    ['ten billion and one', 10_000_000_001],
    ['blank', ''],
  ])('an amount of %s is refused', async (_, jumlah) => {
    const siti = await app.as.warga('A3-2');
    const refused = await record(await app.as.admin(), { user_id: siti.id, ...july, jumlah });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.refusal.errors ?? {})).toEqual(['jumlah']);
  });

  test('stores ten billion rupiah exactly', async () => {
    const siti = await app.as.warga('A3-3');
    const recorded = await record(await app.as.admin(), {
      user_id: siti.id,
      ...july,
      jumlah: 10_000_000_000,
    });
    expect(recorded.body.data.jumlah).toBe(10_000_000_000);
    const list = await siti.call(payments.listOwnPaymentsWarga, { params: { userId: siti.id } });
    expect(list.body.data[0]?.jumlah).toBe(10_000_000_000);
  });

  test.each([2023, 2027])('the year %i is outside the window', async (tahun) => {
    const siti = await app.as.warga('A3-4');
    const refused = await record(await app.as.admin(), { user_id: siti.id, tahun, bulan: 6, jumlah: 1 });
    expect([refused.status, refused.refusal.errors]).toEqual([
      422,
      { tahun: 'Tahun harus antara 2024 dan 2026' },
    ]);
  });

  test('accepts years from two years ago', async () => {
    const siti = await app.as.warga('A3-4');
    expect(
      (await record(await app.as.admin(), { user_id: siti.id, tahun: 2024, bulan: 1, jumlah: 1 })).status,
    ).toBe(201);
  });

  test('uses date and year of the estate’s time zone', async () => {
    const siti = await app.as.warga('A3-9');
    app.clock.set('2026-12-31T18:00:00.000Z'); // 1 January 2027 in Jakarta
    try {
      const admin = await app.as.admin('Admin malam');
      const recorded = await record(admin, { user_id: siti.id, tahun: 2027, bulan: 1, jumlah: 1 });
      expect(recorded.status).toBe(201);
      expect((await rowOf(recorded.body.id)).tanggal_kas).toBe('2027-01-01');
      const refused = await record(admin, { user_id: siti.id, tahun: 2024, bulan: 1, jumlah: 1 });
      expect(refused.refusal.errors).toEqual({ tahun: 'Tahun harus antara 2025 dan 2027' });
    } finally {
      app.clock.set(startOfTests);
    }
  });

  test('answers 404 for people out of scope, inactive or deleted', async () => {
    const koordinator = await app.as.koordinator('A');
    const other = await app.as.warga('B3-1');
    const inactive = await app.as.person('warga', { blok: 'A3-5', status: 'inactive' });
    const deleted = await app.as.person('warga', { blok: 'A3-6' });
    await app.context.write('system', (tx) =>
      tx.db.updateTable('users').set({ dihapus_pada: tx.now }).where('id', '=', deleted.id).execute(),
    );
    for (const id of [other.id, inactive.id, deleted.id, 2_147_483_647]) {
      const refused = await record(koordinator, { user_id: id, ...july, jumlah: 100_000 });
      expect([refused.status, refused.refusal.code]).toEqual([404, 'not_found']);
    }
    const absurd = await record(koordinator, { user_id: Number.MAX_SAFE_INTEGER, ...july, jumlah: 1 });
    expect([404, 422]).toContain(absurd.status);
    const neighbour = await app.as.warga('A3-7');
    expect((await record(koordinator, { user_id: neighbour.id, ...july, jumlah: 100_000 })).status).toBe(201);
  });

  test('officers cannot record a payment for themselves', async () => {
    for (const staff of [await app.as.ketua(), await app.as.admin(), await app.as.koordinator('A')]) {
      const refused = await record(staff, { user_id: staff.id, tahun: 2026, bulan: 2, jumlah: 1 });
      expect([refused.status, refused.refusal.code]).toEqual([403, 'own_payment']);
    }
  });

  test('refuses a month with a waiting or confirmed payment and returns it', async () => {
    const siti = await app.as.warga('A3-8');
    const id = await app.given.payment({ of: siti, ...july });
    const refused = await record(await app.as.admin(), { user_id: siti.id, ...july, jumlah: 100_000 });
    expect(refused.status).toBe(409);
    expect(refused.refusal).toMatchObject({
      code: 'payment_exists',
      data: { id, status: 'menunggu_konfirmasi', nama: siti.nama, blok: 'A3-8' },
    });
  });

  test('names each missing field: proof, person, month and amount', async () => {
    const refused = await (await app.as.admin()).call(payments.recordPayment, {
      body: {} as never,
      files: {},
    });
    expect(refused.status).toBe(422);
    expect(refused.refusal.errors).toEqual({
      user_id: 'Warga wajib diisi',
      tahun: 'Tahun wajib diisi',
      bulan: 'Bulan wajib diisi',
      jumlah: 'Jumlah wajib diisi',
      bukti_transfer: 'Bukti transfer harus diupload',
    });
  });
});
