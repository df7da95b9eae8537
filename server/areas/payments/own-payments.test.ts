import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as payments from '../../../contract/payments.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { makeApp, startOfTests, type TestApp } from '../../testing/app.ts';
import { type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';
import { readAudit } from '../../testing/read-audit.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

const july = { tahun: 2026, bulan: 7 };

const upload = async (person: Person, body: object) =>
  person.call(person.jenis === 'warga' ? payments.uploadPaymentWarga : payments.uploadPayment, {
    body,
    files: { bukti_transfer: await photo() },
  });

const rowOf = (id: number) =>
  app.context.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('uploading a proof', () => {
  test('uses the dues of the month as amount and ignores the client’s', async () => {
    const siti = await app.as.warga('A1-1');
    const uploaded = await upload(siti, { ...july, jumlah: 1, status: 'dikonfirmasi', user_id: 999 });
    expect(uploaded.body.data).toMatchObject({
      jumlah: 100_000,
      status: 'menunggu_konfirmasi',
      user_id: siti.id,
    });
  });

  test('uses changed dues from this month on, earlier dues for earlier months', async () => {
    const [ketua, budi] = [await app.as.ketua(), await app.as.warga('A1-2')];
    await ketua.call(changeSettings, { body: { duesAmount: 125_000, password } });
    const now = await upload(budi, july);
    const before = await upload(budi, { tahun: 2026, bulan: 6 });
    await ketua.call(changeSettings, { body: { duesAmount: 100_000, password } });
    expect([now.body.data.jumlah, before.body.data.jumlah]).toEqual([125_000, 100_000]);
  });

  test.each([
    ['the year before last', { tahun: 2024, bulan: 12 }],
    ['the year after next', { tahun: 2028, bulan: 1 }],
  ])('%s is refused, and nothing is stored', async (_, period) => {
    const person = await app.as.warga('A1-3');
    const refused = await upload(person, period);
    expect(refused.status).toBe(422);
    expect(refused.refusal).toMatchObject({
      code: 'invalid_fields',
      errors: { tahun: 'Tahun harus antara 2025 dan 2027' },
    });
    const list = await person.call(payments.listOwnPaymentsWarga, { params: { userId: person.id } });
    expect(list.body.data).toEqual([]);
  });

  test.each([
    { tahun: 2025, bulan: 1 },
    { tahun: 2027, bulan: 12 },
  ])('any month of previous, current and next year is accepted: $tahun-$bulan', async (period) => {
    expect((await upload(await app.as.warga('A1-4'), period)).status).toBe(201);
  });

  test('accepts years by the estate’s time zone: in Jakarta the new year begins at 17:00Z on 31 December', async () => {
    try {
      app.clock.set('2026-12-31T16:59:59.000Z');
      const person = await app.as.warga('A1-5');
      expect((await upload(person, { tahun: 2028, bulan: 1 })).status).toBe(422);
      app.clock.set('2026-12-31T18:00:00.000Z');
      expect((await upload(person, { tahun: 2028, bulan: 1 })).status).toBe(201);
      expect((await upload(person, { tahun: 2025, bulan: 12 })).status).toBe(422);
    } finally {
      app.clock.set(startOfTests);
    }
  });

  test.each([
    ['nothing', {}, { tahun: 'Tahun wajib diisi', bulan: 'Bulan wajib diisi' }],
    ['month 13', { tahun: 2026, bulan: 13 }, { bulan: 'Bulan harus antara 1 dan 12' }],
    ['month 0', { tahun: 2026, bulan: 0 }, { bulan: 'Bulan harus antara 1 dan 12' }],
    [
      'words',
      { tahun: 'dua ribu', bulan: 'Juli' },
      { tahun: 'Tahun harus berupa angka', bulan: 'Bulan harus berupa angka' },
    ],
    ['half a month', { tahun: 2026, bulan: '7.5' }, { bulan: 'Bulan harus berupa angka' }],
  ])('refuses fields with %s and names them', async (_, body, errors) => {
    const refused = await upload(await app.as.warga('A1-6'), body);
    expect(refused.status).toBe(422);
    expect(refused.refusal.errors).toEqual(errors);
  });

  test('refuses a missing proof with the specification’s message', async () => {
    const person = await app.as.warga('A1-6');
    const refused = await person.call(payments.uploadPaymentWarga, { body: july, files: {} as never });
    expect(refused.status).toBe(422);
    expect(refused.refusal).toMatchObject({
      message: 'Bukti transfer harus diupload',
      errors: { bukti_transfer: 'Bukti transfer harus diupload' },
    });
  });

  test.each(['menunggu_konfirmasi', 'dikonfirmasi'] as const)(
    'refuses a second payment for a month that is %s and returns the first',
    async (status) => {
      const person = await app.as.warga(status === 'dikonfirmasi' ? 'A2-1' : 'A2-2');
      const id = await app.given.payment({ of: person, ...july, status });
      const refused = await upload(person, july);
      expect(refused.status).toBe(409);
      expect(refused.refusal).toMatchObject({
        code: 'payment_exists',
        message: 'Pembayaran untuk bulan tersebut sudah ada. Periksa daftar pembayaran.',
        data: { id, ...july, status, user_id: person.id },
      });
    },
  );

  test('allows another upload after a rejection and keeps the rejected payment', async () => {
    const person = await app.as.warga('A2-3');
    const rejected = await app.given.payment({ of: person, ...july, status: 'ditolak' });
    const again = await upload(person, july);
    expect(again.status).toBe(201);
    const list = await person.call(payments.listOwnPaymentsWarga, { params: { userId: person.id } });
    expect(list.body.data.map(({ id, status }) => [id, status])).toEqual([
      [again.body.id, 'menunggu_konfirmasi'],
      [rejected, 'ditolak'],
    ]);
  });

  test('is also available to officers', async () => {
    const koordinator = await app.as.koordinator('A');
    const uploaded = await upload(koordinator, july);
    expect(uploaded.status).toBe(201);
    const list = await koordinator.call(payments.listOwnPayments, { params: { userId: koordinator.id } });
    expect(list.body.data.map((payment) => payment.id)).toEqual([uploaded.body.id]);
  });

  test('is recorded in the audit log with the stored fields', async () => {
    const person = await app.as.warga('A2-4');
    const { id } = (await upload(person, july)).body;
    const entries = await readAudit(app.context.db, { entitas: 'payments', entitas_id: id });
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      aksi: 'payment.uploaded',
      user_id: person.id,
      nama: person.nama,
      sebelum: null,
    });
    expect(entries[0]?.sesudah).toMatchObject({ id, jumlah: 100_000, ...july });
  });
});

describe('each role has its own family of calls', () => {
  const body = july;

  test('officers are refused on /api/warga/payments', async () => {
    for (const officer of [await app.as.ketua(), await app.as.admin(), await app.as.koordinator('A')]) {
      const files = { bukti_transfer: await photo() };
      const answers = [
        await officer.call(payments.listOwnPaymentsWarga, { params: { userId: officer.id } }),
        await officer.call(payments.uploadPaymentWarga, { body, files }),
        await officer.call(payments.deletePaymentWarga, { params: { id: 1 } }),
        await officer.call(payments.exportOwnPaymentsWarga, { params: { year: 2026 } }),
      ];
      expect(answers.map(({ status, refusal }) => [status, refusal.code])).toEqual(
        Array(4).fill([403, 'forbidden']),
      );
    }
  });

  test('warga are refused on /api/user/payments and on every call of staff', async () => {
    const person = await app.as.warga('A3-1');
    const files = { bukti_transfer: await photo() };
    const answers = [
      await person.call(payments.listOwnPayments, { params: { userId: person.id } }),
      await person.call(payments.uploadPayment, { body, files }),
      await person.call(payments.deletePayment, { params: { id: 1 } }),
      await person.call(payments.exportOwnPayments, { params: { year: 2026 } }),
      await person.call(payments.listPayments),
      await person.call(payments.listMonthPayments, { params: { year: 2026, month: 7 } }),
      await person.call(payments.exportMonthPayments, { params: { year: 2026, month: 7 } }),
      await person.call(payments.reviewPayment, { params: { id: 1 }, body: { status: 'dikonfirmasi' } }),
      await person.call(payments.recordPayment, { body: { ...body, user_id: person.id, jumlah: 1 }, files }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(403));
  });

  test('all require a session', async () => {
    const answers = [
      await app.as.nobody.call(payments.listOwnPaymentsWarga, { params: { userId: 1 } }),
      await app.as.nobody.call(payments.uploadPaymentWarga, {
        body,
        files: { bukti_transfer: await photo() },
      }),
      await app.as.nobody.call(payments.listPayments),
    ];
    expect(answers.map(({ status, refusal }) => [status, refusal.code])).toEqual(
      Array(3).fill([401, 'no_session']),
    );
  });
});

describe('the list of one’s payments', () => {
  test('returns only own payments', async () => {
    const [siti, budi, admin] = [
      await app.as.warga('A4-1'),
      await app.as.warga('A4-2'),
      await app.as.admin(),
    ];
    const other = await siti.call(payments.listOwnPaymentsWarga, { params: { userId: budi.id } });
    const staff = await admin.call(payments.listOwnPayments, { params: { userId: budi.id } });
    expect([other.status, other.refusal.code]).toEqual([404, 'not_found']);
    expect([staff.status, staff.refusal.code]).toEqual([404, 'not_found']);
  });

  test('returns exactly these fields, newest first', async () => {
    const person = await app.as.warga('A4-3');
    const first = await app.given.payment({ of: person, tahun: 2026, bulan: 5, status: 'dikonfirmasi' });
    const second = await app.given.payment({ of: person, tahun: 2026, bulan: 4 });
    const list = await person.call(payments.listOwnPaymentsWarga, { params: { userId: person.id } });
    expect(list.body.data.map(({ id }) => id)).toEqual([second, first]);
    expect(Object.keys(list.body.data[0] ?? {}).toSorted()).toEqual(
      [
        'id',
        'kelompok',
        'metode',
        'referensi',
        'user_id',
        'tahun',
        'bulan',
        'jumlah',
        'status',
        'bukti_transfer',
        'tanggal_upload',
        'tanggal_konfirmasi',
        'catatan',
        'keterangan',
        'tagihan',
      ].toSorted(),
    );
    expect(list.body).toEqual({ status: 'success', data: list.body.data });
  });

  test.each(['0', '-1', '1.5', 'satu', '1e3', '%00', '99999999999999999999'])(
    'answers 400 for the id %s',
    async (id) => {
      const person = await app.as.warga('A4-3');
      const response = await fetch(`${app.url}/api/warga/payments/${id}`, {
        headers: { authorization: `Bearer ${person.token}` },
      });
      expect(response.status).toBe(400);
    },
  );
});

describe('taking a payment back', () => {
  test.each(['menunggu_konfirmasi', 'ditolak'] as const)(
    'removes one that is %s from all lists, but keeps row, file, author and time',
    async (status) => {
      const [person, admin] = [await app.as.warga(`A5-${status.length}`), await app.as.admin()];
      const id = await app.given.payment({ of: person, ...july, status });
      const answer = await person.call(payments.deletePaymentWarga, { params: { id } });
      expect(answer.body).toEqual({ status: 'success', message: 'Pembayaran berhasil dihapus' });

      const own = await person.call(payments.listOwnPaymentsWarga, { params: { userId: person.id } });
      const staff = await admin.call(payments.listPayments, { query: { blok: person.blok ?? '' } });
      const month = await admin.call(payments.listMonthPayments, {
        params: { year: 2026, month: 7 },
        query: { blok: person.blok ?? '', include: 'unpaid' },
      });
      expect([own.body.data, staff.body.data]).toEqual([[], []]);
      expect(month.body.data).toMatchObject([{ id: null, user_id: person.id, status: 'belum_bayar' }]);
      const row = await rowOf(id);
      expect(row).toMatchObject({ dihapus_oleh: person.id, dihapus_pada: startOfTests, status });
      const file = await app.context.storage.open(`uploads/${row.bukti_transfer}`);
      file?.stream.destroy();
      expect(file?.size).toBeGreaterThan(0);
      const audit = await app.context.db
        .selectFrom('audit')
        .select(['aksi', 'user_id'])
        .where('entitas_id', '=', id)
        .where('entitas', '=', 'payments')
        .execute();
      expect(audit).toEqual([{ aksi: 'payment.withdrawn', user_id: person.id }]);
    },
  );

  test('allows another payment for the month', async () => {
    const person = await app.as.warga('A5-1');
    const first = await upload(person, july);
    await person.call(payments.deletePaymentWarga, { params: { id: first.body.id } });
    expect((await upload(person, july)).status).toBe(201);
  });

  test('refuses to delete a confirmed payment and returns it', async () => {
    const person = await app.as.warga('A5-2');
    const id = await app.given.payment({ of: person, ...july, status: 'dikonfirmasi' });
    const refused = await person.call(payments.deletePaymentWarga, { params: { id } });
    expect(refused.status).toBe(409);
    expect(refused.refusal).toMatchObject({
      code: 'payment_confirmed',
      message: 'Pembayaran yang sudah dikonfirmasi tidak dapat dihapus',
      data: { id, status: 'dikonfirmasi' },
    });
    expect((await rowOf(id)).dihapus_pada).toBeNull();
  });

  test('answers 404 for payments of others, to warga and staff', async () => {
    const [siti, budi] = [await app.as.warga('A5-3'), await app.as.warga('A5-4')];
    const id = await app.given.payment({ of: siti, ...july });
    const attempts = [
      await budi.call(payments.deletePaymentWarga, { params: { id } }),
      await (await app.as.ketua()).call(payments.deletePayment, { params: { id } }),
      await (await app.as.koordinator('A')).call(payments.deletePayment, { params: { id } }),
      await siti.call(payments.deletePaymentWarga, { params: { id: 2_147_483_647 } }),
      await siti.call(payments.deletePaymentWarga, { params: { id: Number.MAX_SAFE_INTEGER } }),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await rowOf(id)).dihapus_pada).toBeNull();
  });

  test('answers 404 when repeated', async () => {
    const person = await app.as.warga('A5-5');
    const id = await app.given.payment({ of: person, ...july });
    const presses = Array.from({ length: 8 }, () =>
      person.call(payments.deletePaymentWarga, { params: { id } }),
    );
    const statuses = (await Promise.all(presses)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(404)]);
  });
});
