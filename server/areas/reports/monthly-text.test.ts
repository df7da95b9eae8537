/** The text for the group has the figures of the LPJ and of the yearly report, and names nobody. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatHead, parseHead } from '../../../contract/checkpoint.ts';
import { getCheckpoint } from '../../../contract/log.ts';
import { getLpj, type LpjSection } from '../../../contract/lpj.ts';
import { writeMonthlyText } from '../../../contract/monthly-text.ts';
import { getMonthlyFigures, getReport } from '../../../contract/reports.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import type { Person } from '../../testing/people.ts';
import { closeMonth } from '../closings/close-in-bulk.ts';

let app: TestApp;
let admin: Person;
beforeEach(async () => {
  app = await makeApp(); // 15 July 2026
  admin = await app.as.admin();
  const since = { created_at: '2026-04-10T03:00:00.000Z' };
  const [siti, tono] = [await app.as.warga('A1', since), await app.as.warga('B2', since)];
  app.clock.set('2026-05-10T03:00:00.000Z');
  await app.given.payment({ of: tono, bulan: 5, jumlah: 100_000, status: 'dikonfirmasi' });
  app.clock.set('2026-06-10T03:00:00.000Z');
  for (const bulan of [5, 6])
    await app.given.payment({ of: siti, bulan, jumlah: 100_000, status: 'dikonfirmasi' });
  await app.given.expense({ by: admin, tanggal: '2026-06-12', jumlah: 30_000, judul: 'Sapu' });
  app.clock.set('2026-07-15T03:00:00.000Z');
});
afterEach(() => app.close());

const figures = async (bulan?: string, by = admin) => by.call(getMonthlyFigures, { query: { bulan } });

test('is about the last month by default, with the figures of the LPJ and the yearly report', async () => {
  const { data } = (await figures()).body;
  expect(data).toMatchObject({
    bulan: '2026-06',
    masuk: 200_000,
    keluar: 30_000,
    saldo: 270_000,
    lunas: 1,
    wajib: 2,
  });
  const lpj = (await admin.call(getLpj, { query: { dari: '2026-06', sampai: '2026-06' } })).body.data;
  const total = (section: LpjSection) => lpj.find((row) => row.bagian === section && row.total)?.jumlah;
  expect([data.masuk, data.keluar, data.saldo]).toEqual(
    (['pemasukan', 'pengeluaran', 'akhir'] as const).map(total),
  );
  const { bulanan } = (await admin.call(getReport, { params: { year: 2026 } })).body.data;
  expect(bulanan[5]).toMatchObject({ terkumpul: data.lunas * 100_000, target: data.wajib * 100_000 });
});

test('reads as people write it in a group, with size and head of the log in groups of four', async () => {
  const { data } = (await figures()).body;
  const { kepala, ukuran } = (await admin.call(getCheckpoint)).body.data;
  expect([data.kepala, data.ukuran]).toEqual([kepala, ukuran]);
  const text = writeMonthlyText(data, 'Perumahan Asri', '2026-07-15');
  expect(text.split('\n')).toEqual([
    '*Laporan singkat Perumahan Asri*',
    '*Juni 2026*',
    '',
    'Masuk: Rp 200.000',
    'Keluar: Rp 30.000',
    'Saldo akhir Juni 2026: Rp 270.000',
    'Iuran Juni 2026: 1 dari 2 rumah lunas',
    '',
    `Kepala log ${ukuran} catatan saat laporan dibuat (untuk dicocokkan nanti di Buku Kas):`,
    kepala,
  ]);
  expect(writeMonthlyText((await figures('2026-07')).body.data, 'Perumahan Asri', '2026-07-15')).toContain(
    'Saldo per 15 Juli 2026: Rp 270.000',
  );
  expect(formatHead(parseHead(kepala) ?? new Uint8Array())).toBe(kepala);
  expect(kepala).toMatch(/^([A-Z2-7]{4} ){12}[A-Z2-7]{4}$/);
});

test('says of a month that is not closed that its figures can change, once the estate closes its months', async () => {
  const told = async (bulan: string) =>
    writeMonthlyText((await figures(bulan)).body.data, 'Perumahan Asri', '2026-07-15').match(
      /^Buku .*$/m,
    )?.[0];
  expect(await told('2026-06')).toBeUndefined();
  await app.context.write('system', (tx) =>
    closeMonth(tx, {
      bulan: '2026-05',
      disusun: { ...admin, pada: tx.now },
      disetujui: { ...admin, pada: tx.now },
    }),
  );
  expect(await told('2026-05')).toBeUndefined();
  expect(await told('2026-06')).toBe('Buku Juni 2026 belum ditutup, jadi angkanya masih dapat berubah.');
});

test('has a head that covers the money it tells', async () => {
  await admin.call(getCheckpoint);
  await app.given.expense({ by: admin, tanggal: '2026-07-15', jumlah: 5_000, judul: 'Lampu' });
  const { data } = (await figures('2026-07')).body;
  expect(data.saldo).toBe(265_000);
  expect(data.kepala).toBe((await admin.call(getCheckpoint)).body.data.kepala);
});

test('is for ketua and admin, of any month that has begun', async () => {
  expect((await figures('2026-07')).body.data).toMatchObject({ bulan: '2026-07', masuk: 0, saldo: 270_000 });
  expect((await figures('2026-08')).refusal.errors).toEqual({ bulan: 'Bulan itu belum mulai' });
  expect((await figures('2026-13')).status).toBe(422);
  expect((await figures(undefined, await app.as.ketua())).status).toBe(200);
  for (const by of [await app.as.koordinator('A'), await app.as.warga('A1')])
    expect((await figures(undefined, by)).status).toBe(403);
});
