import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { welcome } from '../../../contract/auth.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import { listMonthPayments, uploadPaymentWarga } from '../../../contract/payments.ts';
import { changeProfileWarga } from '../../../contract/profile.ts';
import { changeResident, deleteResident } from '../../../contract/residents.ts';
import {
  changeSettings,
  defaultSettings,
  duesIn,
  getSettings,
  listAnnouncements,
} from '../../../contract/settings.ts';
import { findViolations } from '../../operations/doctor/find-violations.ts';
import { makeApp, startOfTests, type TestApp } from '../../testing/app.ts';
import { makeEars } from '../../testing/ears.ts';
import { type Person, password } from '../../testing/people.ts';
import { photo } from '../../testing/pictures.ts';

let app: TestApp;
let ketua: Person;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ketua = await app.as.ketua();
});
afterEach(() => app.clock.set(startOfTests));

const put = (by: Person, body: Record<string, unknown>) =>
  by.call(changeSettings, { body: { password, ...body } });
const change = (body: Record<string, unknown>) => put(ketua, body);
const settings = async () => (await ketua.call(getSettings)).body.data;
const audited = async () => (await ketua.call(listAudit)).body.data;

test('defaults apply to a new estate and are readable by every signed-in user', async () => {
  const fresh = await makeApp({ TZ: 'Asia/Makassar' });
  try {
    for (const person of [
      await fresh.as.warga(),
      await fresh.as.koordinator(),
      await fresh.as.admin(),
      await fresh.as.ketua(),
    ]) {
      const { body } = await person.call(getSettings);
      expect(body.data).toEqual({ ...defaultSettings, duesFrom: '2026-07', timeZone: 'Asia/Makassar' });
    }
    expect((await fresh.as.nobody.call(getSettings)).status).toBe(401);
  } finally {
    await fresh.close();
  }
});

test('what set a new estate up is shown to no resident as a change', async () => {
  const fresh = await makeApp();
  try {
    const [boss, at] = [await fresh.as.ketua(), new Date(Date.parse(startOfTests) + 3_600_000).toISOString()];
    await put(boss, { duesAmount: 150_000, bankAccount: '1234567890' });
    fresh.clock.set(at);
    const siti = await fresh.as.warga('A1', { created_at: at });
    expect((await siti.call(listAnnouncements)).body.data).toEqual([]);
    fresh.clock.set(new Date(Date.parse(at) + 1_000).toISOString());
    await put(boss, { duesAmount: 160_000 });
    const { data } = (await siti.call(listAnnouncements)).body;
    expect(data.map(({ perihal, sesudah }) => [perihal, sesudah])).toEqual([['iuran', 'Rp 160.000']]);
  } finally {
    await fresh.close();
  }
});

test('dues that a new estate sets before it has residents hold for months of before, too', async () => {
  const fresh = await makeApp();
  try {
    const boss = await fresh.as.ketua();
    const history = async () => (await boss.call(getSettings)).body.data.duesHistory;
    const from = async () => (await boss.call(getSettings)).body.data.duesFrom;
    await put(boss, { duesAmount: 15_000 });
    await put(boss, { duesAmount: 150_000 });
    expect([await history(), await from()]).toEqual([[{ sejak: '2000-01', jumlah: 150_000 }], '2000-01']);
    const siti = await fresh.as.warga('A1', { created_at: startOfTests });
    const paid = await siti.call(uploadPaymentWarga, {
      body: { tahun: 2026, bulan: 5 },
      files: { bukti_transfer: await photo() },
    });
    expect(paid.body.data.jumlah).toBe(150_000);
    await boss.call(deleteResident, { params: { id: siti.id } });
    expect(await from()).toBe('2026-07');
    await put(boss, { duesAmount: 160_000 });
    expect(await history()).toEqual([
      { sejak: '2026-07', jumlah: 160_000 },
      { sejak: '2000-01', jumlah: 150_000 },
    ]);
    expect((await findViolations(fresh.context)).violations).toEqual([]);
  } finally {
    await fresh.close();
  }
});

test('everybody reads what was changed, and of what is to be paid, to look at it before', async () => {
  const siti = await app.as.warga('A1');
  const newest = async () => (await siti.call(listNotifications)).body.data[0]?.pesan;
  await put(ketua, { batasDuaOrang: 500_000 });
  expect(await newest()).toBe(`${ketua.nama} mengubah batas dua orang. Lihat perubahannya.`);
  await put(ketua, { batasDuaOrang: 0, bankHolder: 'Kas RT' });
  expect(await newest()).toBe(
    `${ketua.nama} mengubah batas dua orang dan rekening tujuan. Lihat perubahannya sebelum membayar.`,
  );
});

describe('changing', () => {
  test('changes sent settings and keeps omitted ones', async () => {
    const before = await settings();
    const { body, status } = await change({ estateName: 'Griya Rukun', complaintMenuEnabled: false });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      message: 'Pengaturan berhasil disimpan',
      data: { ...before, estateName: 'Griya Rukun', complaintMenuEnabled: false },
    });
    expect(await settings()).toEqual(body.data);
    const again = await change({ complaintMenuEnabled: true });
    expect(again.body.data).toEqual({ ...before, estateName: 'Griya Rukun' });
    expect((await app.as.nobody.call(welcome)).body.data.estateName).toBe('Griya Rukun');
  });

  test('is allowed for the ketua only', async () => {
    const before = await settings();
    for (const person of [await app.as.admin(), await app.as.koordinator(), await app.as.warga()]) {
      const refused = await put(person, { estateName: 'Milik Saya' });
      expect(refused).toMatchObject({ status: 403, refusal: { code: 'forbidden' } });
    }
    expect(await settings()).toEqual(before);
  });

  test('stores nothing if one field is invalid', async () => {
    const before = await settings();
    expect((await change({ estateName: 'Setengah', duesAmount: 0 })).status).toBe(422);
    expect(await settings()).toEqual(before);
  });

  test.each([0, -1, 1.5, 1_000_000_001, 1e300, '100000', null, [], {}, true].map((value) => [value]))(
    'dues of %j are refused',
    async (duesAmount) => {
      const refused = await change({ duesAmount });
      expect(refused).toMatchObject({
        status: 422,
        refusal: { errors: { duesAmount: expect.any(String) as string } },
      });
    },
  );

  test.each(['', '  ', 'A1', 'AAB', 'ABC-D', 'ÄB', 'ABCDEFGHIJKLMNOPQRSTUVWXYZA'])(
    'block letters %j are refused',
    async (blockLetters) => {
      expect(await change({ blockLetters })).toMatchObject({
        status: 422,
        refusal: { errors: { blockLetters: expect.any(String) as string } },
      });
    },
  );

  test('stores block letters in upper case', async () => {
    expect((await change({ blockLetters: ' abcdefghijklmnopq ' })).body.data.blockLetters).toBe(
      'ABCDEFGHIJKLMNOPQ',
    );
  });

  test('residents of a removed block keep their house and can be changed, but nobody can move there', async () => {
    const [siti, budi] = [await app.as.warga('P1'), await app.as.warga('A3')];
    await change({ blockLetters: 'ABC' });
    const moved = await siti.call(changeProfileWarga, { body: { nama: 'Siti', blok: 'P1' } });
    expect(moved.body.user).toMatchObject({ nama: 'Siti', blok: 'P1' });
    const edited = await ketua.call(changeResident, {
      params: { id: siti.id },
      body: { nama: 'Siti Aminah', blok: 'P1' },
    });
    expect(edited.body.data).toMatchObject({ nama: 'Siti Aminah', blok: 'P1' });
    const refused = [
      await budi.call(changeProfileWarga, { body: { blok: 'P2' } }),
      await ketua.call(changeResident, { params: { id: budi.id }, body: { blok: 'P2' } }),
    ];
    for (const { status, refusal } of refused)
      expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['blok']]);
    await change({ blockLetters: defaultSettings.blockLetters });
  });

  test('ignores a time zone', async () => {
    expect((await change({ timeZone: 'UTC' })).body.data.timeZone).toBe('Asia/Jakarta');
  });
});

describe('the audit log', () => {
  test('contains author, old and new values of changed settings', async () => {
    await change({ bankName: 'Bank Lama', bankHolder: 'Kas RT' });
    await change({ bankName: 'Bank Baru', bankHolder: 'Kas RT' });
    expect((await audited())[0]).toEqual({
      id: expect.any(Number) as number,
      tanggal: startOfTests,
      user_id: ketua.id,
      nama: 'Ketua',
      aksi: 'settings.changed',
      entitas: 'settings',
      entitas_id: null,
      perihal: null,
      dihapus: false,
      sebelum: { bankName: 'Bank Lama' },
      sesudah: { bankName: 'Bank Baru' },
    });
  });

  test('contains nothing without a change, and sockets receive nothing', async () => {
    await change({ bankName: 'Bank Tetap' });
    const before = await audited();
    const ears = makeEars(app);
    const ear = await ears.listen(ketua);
    await ears.during(async () => {
      expect((await change({ bankName: 'Bank Tetap' })).status).toBe(200);
      expect((await change({})).status).toBe(200);
      const { duesAmount, duesHistory } = await settings();
      expect((await change({ duesAmount })).body.data.duesHistory).toEqual(duesHistory);
      expect((await change({ duesAmount: -1 })).status).toBe(422);
    });
    expect(ear.heard).toEqual([]);
    expect(await audited()).toEqual(before);
    ears.closeAll();
  });
});

describe('new dues', () => {
  const travel = async (instant: string) => {
    app.clock.set(instant);
    await app.context.write('system', (tx) =>
      tx.db.updateTable('sessions').set({ terakhir_aktif: tx.now }).execute(),
    );
  };
  const upload = async (by: Person, tahun: number, bulan: number) => {
    const { body } = await by.call(uploadPaymentWarga, {
      body: { tahun, bulan },
      files: { bukti_transfer: await photo() },
    });
    return body.data.jumlah;
  };

  test('apply from the current month on; earlier months keep theirs', async () => {
    const payer = await app.as.warga('A1');
    // Still July in UTC, but August in Jakarta.
    await travel('2026-07-31T17:30:00.000Z');
    await change({ duesAmount: 150_000 });
    expect((await settings()).duesAmount).toBe(150_000);
    expect(await upload(payer, 2026, 7)).toBe(100_000);
    expect(await upload(payer, 2026, 8)).toBe(150_000);
    expect(await upload(payer, 2027, 1)).toBe(150_000);

    await travel('2026-10-10T00:00:00.000Z');
    await change({ duesAmount: 200_000 });
    const other = await app.as.warga('A2');
    expect(await upload(other, 2026, 7)).toBe(100_000);
    expect(await upload(other, 2026, 9)).toBe(150_000);
    expect(await upload(other, 2026, 10)).toBe(200_000);

    const { duesHistory } = await settings();
    const told = [7, 9, 10].map((bulan) => duesIn(duesHistory, { tahun: 2026, bulan }));
    expect(told).toEqual([100_000, 150_000, 200_000]);

    const owed = await ketua.call(listMonthPayments, {
      params: { year: 2026, month: 9 },
      query: { include: 'unpaid', status: 'belum_bayar' },
    });
    expect(owed.body.data.map(({ nama, jumlah }) => [nama, jumlah])).toContainEqual(['Warga A1', 150_000]);
  });

  test('set twice in a month: the last value applies', async () => {
    await travel('2026-12-02T00:00:00.000Z');
    await change({ duesAmount: 250_000 });
    await change({ duesAmount: 240_000 });
    expect((await settings()).duesAmount).toBe(240_000);
    expect((await audited())[0]).toMatchObject({
      sebelum: { duesAmount: 250_000 },
      sesudah: { duesAmount: 240_000 },
    });
  });

  test('set concurrently leave one value and a consistent audit log', async () => {
    await travel('2027-02-02T00:00:00.000Z');
    const amounts = [310_000, 320_000, 330_000, 340_000, 350_000];
    await Promise.all(amounts.map((duesAmount) => change({ duesAmount })));
    const log = (await ketua.call(listAudit, { query: { limit: 5 } })).body.data;
    expect(log).toHaveLength(5);
    expect(log[0]?.sesudah).toEqual({ duesAmount: (await settings()).duesAmount });
    for (const [index, entry] of log.slice(0, -1).entries())
      expect(entry.sebelum).toEqual(log[index + 1]?.sesudah);
  });
});
