import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  answerComplaint,
  type ComplaintCategory,
  type ComplaintStatus,
  createComplaint,
  deleteComplaint,
} from '../../../contract/complaints.ts';
import { changeAccount } from '../../../contract/officers.ts';
import { reviewPayment } from '../../../contract/payments.ts';
import { exportComplaintReport, exportReport, getReport } from '../../../contract/reports.ts';
import { deleteResident } from '../../../contract/residents.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { makeApp, startOfTests, type TestApp } from '../../testing/app.ts';
import { type Person, password } from '../../testing/people.ts';
import { readWorkbook } from '../../testing/spreadsheets.ts';

let app: TestApp;
beforeEach(async () => {
  app = await makeApp();
});
afterEach(() => app.close());

async function report(year = 2026, blok?: string, by?: Person) {
  const reader = by ?? (await app.as.admin());
  return (await reader.call(getReport, { params: { year }, query: { blok } })).body.data;
}

/** @param bulan 1–12 */
const month = async (bulan: number, year = 2026, blok?: string) =>
  (await report(year, blok)).bulanan[bulan - 1];

const paid = (of: Person, bulan: number, tahun = 2026) =>
  app.given.payment({ of, tahun, bulan, status: 'dikonfirmasi' });

interface Complained {
  status?: ComplaintStatus;
  kategori?: ComplaintCategory;
  judul?: string;
}

async function complain(
  by: Person,
  { status = 'pending', kategori = 'kebersihan', judul = 'Sampah' }: Complained = {},
) {
  const body = { judul, kategori, deskripsi: 'Sudah seminggu.' };
  const { id } = (await by.call(createComplaint, { body })).body;
  if (status !== 'pending')
    await (await app.as.admin()).call(answerComplaint, { params: { id }, body: { status } });
  return id;
}

describe('who may read them', () => {
  test.each(['ketua', 'admin', 'koordinator'] as const)('%s may', async (role) => {
    const { status, body } = await (await app.as[role]()).call(getReport, { params: { year: 2026 } });
    expect(status).toBe(200);
    expect(body.data.bulanan.map(({ bulan }) => bulan)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  test('warga may not, and a session is required', async () => {
    const warga = await app.as.warga();
    const params = { year: 2026 };
    for (const endpoint of [getReport, exportReport, exportComplaintReport]) {
      expect((await warga.call(endpoint, { params })).status).toBe(403);
      expect((await app.as.nobody.call(endpoint, { params })).status).toBe(401);
    }
  });

  test('an invalid year is refused', async () => {
    const admin = await app.as.admin();
    for (const year of ['abcd', '1999', '2101', '20261'])
      expect((await admin.call(getReport, { params: { year } })).status).toBe(400);
  });
});

describe('the target of a month', () => {
  test('is the dues of all residents at its end, in the estate’s time zone', async () => {
    const { as } = app;
    await as.warga('A1-1');
    await as.warga('A2-1', { created_at: '2026-03-31T16:59:59.000Z' }); // 31 March, 23.59
    await as.warga('A3-1', { created_at: '2026-03-31T17:00:00.000Z' }); // 1 April
    const { bulanan } = await report();
    expect(bulanan.map(({ target }) => target)).toEqual([
      100_000, 100_000, 200_000, 300_000, 300_000, 300_000, 300_000, 300_000, 300_000, 300_000, 300_000,
      300_000,
    ]);
    expect((await report(2023)).bulanan.every(({ target }) => target === 0)).toBe(true);
  });

  test('excludes residents while they are inactive', async () => {
    const { as } = app;
    const [ketua, siti] = [await as.ketua(), await as.warga('A1-1')];
    await as.warga('A2-1');
    const setStatus = (status: 'active' | 'inactive') =>
      ketua.call(changeAccount, { params: { id: siti.id }, body: { status } });
    app.clock.set('2026-07-31T16:59:00.000Z');
    expect((await setStatus('inactive')).status).toBe(200);
    expect(await month(6)).toMatchObject({ target: 200_000 });
    expect(await month(7)).toMatchObject({ target: 100_000 });
    app.clock.set('2026-07-31T17:00:00.000Z');
    await setStatus('inactive');
    expect(await month(7)).toMatchObject({ target: 100_000 });
    await setStatus('active');
    expect(await month(8)).toMatchObject({ target: 200_000 });
  });

  test('excludes deleted residents from that month on, but keeps their payments', async () => {
    const { as } = app;
    const [ketua, siti] = [await as.ketua(), await as.warga('A1-1')];
    await as.warga('A2-1');
    await paid(siti, 5);
    await paid(siti, 8);
    await ketua.call(deleteResident, { params: { id: siti.id } });
    expect(await month(5)).toMatchObject({ target: 200_000, terkumpul: 100_000, persentase: 50 });
    expect(await month(6)).toMatchObject({ target: 200_000 });
    expect(await month(7)).toMatchObject({ target: 100_000 });
    expect(await month(8)).toMatchObject({ target: 200_000, terkumpul: 100_000 }); // charged, since it is paid
  });

  test('includes officers who live here, and others for the months that they pay', async () => {
    const { as } = app;
    const [ketua, koordinator] = await Promise.all([as.ketua(), as.koordinator('A'), as.admin()]);
    expect(await month(6)).toMatchObject({ target: 100_000, terkumpul: 0, persentase: 0 });
    await paid(koordinator, 6);
    await paid(ketua, 6);
    expect(await month(6)).toMatchObject({ target: 200_000, terkumpul: 200_000, persentase: 100 });
    expect(await month(6, 2026, 'A')).toMatchObject({ target: 100_000, terkumpul: 100_000, persentase: 100 });
    expect(await month(7)).toMatchObject({ target: 100_000 });
  });

  test('follows an officer who moves in, and who moves out', async () => {
    const [ketua, admin] = [await app.as.ketua(), await app.as.admin()];
    const moveTo = (blok: string) => ketua.call(changeAccount, { params: { id: admin.id }, body: { blok } });
    expect(await month(7)).toMatchObject({ target: 0 });
    expect((await moveTo('A4')).status).toBe(200);
    expect(await month(6)).toMatchObject({ target: 0 });
    expect(await month(7)).toMatchObject({ target: 100_000 });
    await moveTo('');
    expect(await month(7)).toMatchObject({ target: 0 });
  });

  test('uses changed dues from the month of the change', async () => {
    const ketua = await app.as.ketua();
    await app.as.warga('A1-1');
    await ketua.call(changeSettings, { body: { duesAmount: 125_000, password } });
    app.clock.set('2026-07-31T17:00:00.000Z'); // 1 August in Jakarta
    await ketua.call(changeSettings, { body: { duesAmount: 150_000, password } });
    const targets = (await report()).bulanan.map(({ target }) => target);
    expect(targets.slice(0, 6)).toEqual(Array(6).fill(100_000));
    expect(targets.slice(6, 7)).toEqual([125_000]);
    expect(targets.slice(7)).toEqual(Array(5).fill(150_000));
    expect(await month(1, 2027)).toMatchObject({ target: 150_000 });
  });
});

describe('what was collected', () => {
  test('belongs to the month paid for', async () => {
    const siti = await app.as.warga('A1-1');
    await paid(siti, 1);
    await paid(siti, 12, 2025);
    await paid(siti, 2, 2027);
    const { bulanan } = await report();
    expect(bulanan.map(({ terkumpul }) => terkumpul)).toEqual([100_000, ...Array<number>(11).fill(0)]);
    expect(await month(12, 2025)).toMatchObject({ terkumpul: 100_000 });
    expect(await month(2, 2027)).toMatchObject({ terkumpul: 100_000 });
  });

  test('contains only confirmed payments, immediately after the confirmation', async () => {
    const { as, given } = app;
    const siti = await as.warga('A1-1');
    await given.payment({ of: siti, bulan: 3, status: 'ditolak' });
    const id = await given.payment({ of: siti, bulan: 3 });
    expect(await month(3)).toMatchObject({ terkumpul: 0 });
    const admin = await as.admin();
    await admin.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
    expect(await month(3)).toMatchObject({ terkumpul: 100_000, persentase: 100, status: 'Baik' });
  });
});

test('is Baik from 90 percent, Cukup from 70, else Kurang, not rounded up across a limit, at most 100', async () => {
  const siti = await app.as.warga('A1-1');
  const given = [
    { jumlah: 100_000, persentase: 100, status: 'Baik' },
    { jumlah: 90_000, persentase: 90, status: 'Baik' },
    { jumlah: 89_999, persentase: 89, status: 'Cukup' },
    { jumlah: 84_500, persentase: 85, status: 'Cukup' },
    { jumlah: 70_000, persentase: 70, status: 'Cukup' },
    { jumlah: 69_999, persentase: 69, status: 'Kurang' },
    { jumlah: 1, persentase: 0, status: 'Kurang' },
    { jumlah: 250_000, persentase: 100, status: 'Baik' },
  ];
  for (const [index, { jumlah }] of given.entries())
    await app.given.payment({ of: siti, bulan: index + 1, jumlah, status: 'dikonfirmasi' });
  const { bulanan } = await report();
  expect(bulanan.slice(0, 8)).toMatchObject(given.map(({ persentase, status }) => ({ persentase, status })));
});

describe('complaints', () => {
  test('are counted by month, status and category, the latest five named', async () => {
    const { as } = app;
    const [siti, budi] = [await as.warga('A1-1'), await as.warga('B1-1')];
    await as.admin();
    app.clock.set('2026-02-10T03:00:00.000Z');
    await complain(siti, { judul: 'satu' });
    await complain(siti, { judul: 'dua', status: 'selesai', kategori: 'keamanan' });
    app.clock.set('2026-06-10T03:00:00.000Z');
    await complain(budi, { judul: 'tiga', status: 'proses' });
    await complain(siti, { judul: 'empat', status: 'ditolak', kategori: 'lainnya' });
    await complain(budi, { judul: 'lima' });
    await complain(siti, { judul: 'enam', status: 'selesai', kategori: 'infrastruktur' });
    const { aduan } = await report();
    expect(aduan).toMatchObject({
      total: 6,
      pending: 2,
      proses: 1,
      selesai: 2,
      ditolak: 1,
      perKategori: { infrastruktur: 1, keamanan: 1, kebersihan: 3, lainnya: 1 },
      perBulan: [0, 2, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0],
    });
    expect(aduan.terbaru.map(({ judul }) => judul)).toEqual(['enam', 'lima', 'empat', 'tiga', 'dua']);
    expect(aduan.terbaru[1]).toMatchObject({ nama_user: 'Warga B1-1', blok: 'B1-1', status: 'pending' });
  });

  test('belong to month and year in the estate’s time zone', async () => {
    const siti = await app.as.warga('A1-1');
    const instants = [
      '2024-12-31T16:59:59.999Z', // 2024
      '2024-12-31T17:00:00.000Z', // 1 January 2025
      '2025-01-31T16:59:59.999Z', // 31 January
      '2025-01-31T17:00:00.000Z', // 1 February
      '2025-12-31T16:59:59.999Z', // 31 December
      '2025-12-31T17:00:00.000Z', // 2026
    ];
    for (const instant of instants) {
      app.clock.set(instant);
      await complain(siti);
    }
    app.clock.set(startOfTests);
    expect((await report(2024)).aduan.perBulan).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect((await report(2025)).aduan.perBulan).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    const { total, terbaru } = (await report(2025)).aduan;
    expect(total).toBe(4);
    expect(terbaru.map(({ tanggal_aduan }) => tanggal_aduan)).toEqual(instants.slice(1, 5).toReversed());
    expect((await report(2026)).aduan).toMatchObject({ total: 1 });
  });

  test('exclude deleted ones', async () => {
    const siti = await app.as.warga('A1-1');
    const id = await complain(siti);
    await siti.call(deleteComplaint, { params: { id } });
    expect((await report()).aduan).toMatchObject({ total: 0, pending: 0, terbaru: [] });
  });
});

describe('a block', () => {
  async function twoBlocks() {
    const { as } = app;
    const [siti, budi] = [await as.warga('A1-1'), await as.warga('B1-1')];
    await as.warga('B2-1');
    await paid(siti, 4);
    await paid(budi, 4);
    await complain(siti, { judul: 'Aduan A' });
    await complain(budi, { judul: 'Aduan B' });
    return { siti, budi };
  }

  test('filters the report of ketua and admin, in upper or lower case', async () => {
    await twoBlocks();
    for (const by of [await app.as.ketua(), await app.as.admin()]) {
      const all = await report(2026, undefined, by);
      expect(all.bulanan[3]).toMatchObject({ target: 300_000, terkumpul: 200_000, persentase: 67 });
      expect(all.aduan.total).toBe(2);
      for (const blok of ['B', 'b']) {
        const b = await report(2026, blok, by);
        expect(b.bulanan[3]).toMatchObject({ target: 200_000, terkumpul: 100_000, persentase: 50 });
        expect(b.aduan).toMatchObject({ total: 1, terbaru: [{ judul: 'Aduan B' }] });
      }
      expect((await report(2026, 'B2-1', by)).bulanan[3]).toMatchObject({ target: 100_000, terkumpul: 0 });
    }
  });

  test('limits the report of its coordinator, with any filter', async () => {
    await twoBlocks();
    const koordinator = await app.as.koordinator('A');
    await paid(koordinator, 4);
    const own = await report(2026, undefined, koordinator);
    expect(own.bulanan[3]).toMatchObject({ target: 200_000, terkumpul: 200_000, status: 'Baik' });
    expect(own.aduan).toMatchObject({ total: 1, terbaru: [{ judul: 'Aduan A' }] });
    const foreign = await report(2026, 'B', koordinator);
    expect(foreign.bulanan.every(({ target, terkumpul }) => target + terkumpul === 0)).toBe(true);
    expect(foreign.aduan).toMatchObject({ total: 0, terbaru: [] });
  });

  test('is in the titles of exports', async () => {
    const [admin, koordinator] = [await app.as.admin(), await app.as.koordinator('C')];
    const params = { year: 2026 };
    const title = async (by: Person, blok?: string) =>
      (await by.call(exportReport, { params, query: { blok } })).body.title;
    expect(await title(admin)).toBe('Laporan Iuran 2026');
    expect(await title(admin, 'b')).toBe('Laporan Iuran 2026 Blok B');
    expect(await title(koordinator)).toBe('Laporan Iuran 2026 Blok C');
  });

  test('filters exported complaints', async () => {
    await twoBlocks();
    const { body } = await (await app.as.admin()).call(exportComplaintReport, {
      params: { year: 2026 },
      query: { blok: 'A' },
    });
    expect([body.title, body.data[6]?.total]).toEqual(['Laporan Aduan 2026 Blok A', 1]);
  });
});

describe('exports', () => {
  test('of dues have twelve rows; future months and months without dues have no status', async () => {
    const { as } = app;
    const siti = await as.warga('A1-1', { created_at: '2026-02-01T03:00:00.000Z' });
    await paid(siti, 2);
    await paid(siti, 9);
    app.clock.set('2026-06-30T17:00:00.000Z'); // 1 July in Jakarta
    const { body } = await (await as.admin()).call(exportReport, { params: { year: 2026 } });
    const owed = { target: 100_000, terkumpul: 0, persentase: 0 };
    const full = { target: 100_000, terkumpul: 100_000, persentase: 100 };
    expect(body.data).toEqual([
      { bulan: 'Januari', target: 0, terkumpul: 0, persentase: 0, status: '' },
      { bulan: 'Februari', ...full, status: 'Baik' },
      { bulan: 'Maret', ...owed, status: 'Kurang' },
      { bulan: 'April', ...owed, status: 'Kurang' },
      { bulan: 'Mei', ...owed, status: 'Kurang' },
      { bulan: 'Juni', ...owed, status: 'Kurang' },
      { bulan: 'Juli', ...owed, status: 'Kurang' },
      { bulan: 'Agustus', ...owed, status: '' },
      { bulan: 'September', ...full, status: '' },
      { bulan: 'Oktober', ...owed, status: '' },
      { bulan: 'November', ...owed, status: '' },
      { bulan: 'Desember', ...owed, status: '' },
    ]);
  });

  test('as XLSX end with the total of the months that have begun, as the screen does', async () => {
    const siti = await app.as.warga('A1-1', { created_at: '2026-02-01T03:00:00.000Z' });
    for (const month of [1, 2, 12]) await paid(siti, month);
    app.clock.set('2026-02-28T10:00:00.000Z');
    const { token } = await app.as.admin();
    const headers = { authorization: `Bearer ${token}` };
    const file = await fetch(`${app.url}/api/reports/export/2026?format=xlsx`, { headers });
    const { rows } = await readWorkbook(Buffer.from(await file.arrayBuffer()));
    expect(rows.at(-1)).toEqual(['Jumlah Januari–Februari', 200_000, 200_000, 100, null]);
  });

  test('of complaints have twelve rows by status and category', async () => {
    const siti = await app.as.warga('A1-1');
    await complain(siti, { status: 'selesai', kategori: 'keamanan' });
    await complain(siti);
    const { body } = await (await app.as.admin()).call(exportComplaintReport, { params: { year: 2026 } });
    expect(body).toMatchObject({ status: 'success', title: 'Laporan Aduan 2026' });
    expect(body.data).toHaveLength(12);
    expect(body.data[6]).toEqual({
      bulan: 'Juli',
      total: 2,
      pending: 1,
      proses: 0,
      selesai: 1,
      ditolak: 0,
      infrastruktur: 0,
      keamanan: 1,
      kebersihan: 1,
      lainnya: 0,
    });
    expect(body.data.filter(({ total }) => total > 0)).toHaveLength(1);
  });

  test('exist as files with numeric cells', async () => {
    await paid(await app.as.warga('A1-1'), 7);
    const { token } = await app.as.admin();
    const fetched = (format: string) =>
      fetch(`${app.url}/api/reports/export/2026?format=${format}&blok=A`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const csv = (await (await fetched('csv')).text()).split('\r\n');
    expect(csv[0]?.replace('\uFEFF', '')).toBe('Bulan;Target;Terkumpul;Persentase (%);Status');
    expect(csv[7]).toBe('Juli;100000;100000;100;Baik');
    const { name, rows } = await readWorkbook(Buffer.from(await (await fetched('xlsx')).arrayBuffer()));
    expect(name).toBe('Laporan Iuran 2026 Blok A');
    expect(rows[7]).toEqual(['Juli', 100_000, 100_000, 100, 'Baik']);
    expect(rows).toHaveLength(14);
    expect(rows[13]).toEqual(['Jumlah Januari–Juli', 700_000, 100_000, expect.any(Number), null]);
  });
});

describe('a month that is over keeps its target', () => {
  const targets = async () => (await report()).bulanan.slice(0, 6).map(({ target }) => target);
  const change = async (id: number, body: object) =>
    expect((await (await app.as.ketua()).call(changeAccount, { params: { id }, body })).status).toBe(200);
  beforeEach(() => app.clock.set('2026-06-25T03:00:00.000Z'));

  test('when an inactive resident is reactivated', async () => {
    const siti = await app.as.warga('A1-1');
    app.clock.set('2026-06-26T03:00:00.000Z');
    await change(siti.id, { status: 'inactive' });
    app.clock.set('2026-07-05T03:00:00.000Z');
    const before = await targets();
    await change(siti.id, { status: 'active' });
    expect(await targets()).toEqual(before);
    expect(before.at(-1)).toBe(0);
    expect((await month(7))?.target).toBe(100_000);
  });

  test('when a resident becomes an officer', async () => {
    const siti = await app.as.warga('A1-1');
    app.clock.set('2026-07-05T03:00:00.000Z');
    const before = await targets();
    await change(siti.id, { jenis: 'koordinator_perblok' });
    expect(await targets()).toEqual(before);
    expect((await month(7))?.target).toBe(100_000);
  });

  test('when an officer becomes a resident', async () => {
    const koordinator = await app.as.koordinator('A');
    app.clock.set('2026-07-05T03:00:00.000Z');
    const before = await targets();
    await change(koordinator.id, { jenis: 'warga' });
    expect(await targets()).toEqual(before);
    expect((await month(7))?.target).toBe(100_000);
  });
});
