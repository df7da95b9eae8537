/** What a spreadsheet program shows and prints of an export as it is opened. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp, type TestApp } from './testing/app.ts';
import type { Person } from './testing/people.ts';
import { readLayout, readWorkbook } from './testing/spreadsheets.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await makeApp();
  admin = await app.as.admin();
});
afterAll(() => app.close());

async function download(path: string) {
  const headers = { authorization: `Bearer ${admin.token}` };
  const response = await fetch(`${app.url}${path}?format=xlsx`, { headers });
  expect(response.status).toBe(200);
  const archive = Buffer.from(await response.arrayBuffer());
  return { ...(await readWorkbook(archive)), ...readLayout(archive) };
}

test('a table fits the width of A4, a wide one across, and each page repeats its title and header', async () => {
  expect(await download('/api/reports/export/2026')).toMatchObject({
    paper: 'A4 portrait',
    fitsWidth: true,
    repeatedRows: "'Laporan Iuran 2026'!$1:$2",
  });
  expect(await download('/api/buku-kas/export/2026')).toMatchObject({
    paper: 'A4 landscape',
    fitsWidth: true,
    repeatedRows: "'Buku Kas 2026'!$1:$2",
  });
});

test('a name with signs of XML is in the repeated rows as in the name of the sheet', async () => {
  const { token } = await app.as.person('warga', { nama: "D'Ayu & <Ani>", blok: 'A3' });
  const response = await fetch(`${app.url}/api/warga/payments/export/2026?format=xlsx`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { repeatedRows } = readLayout(Buffer.from(await response.arrayBuffer()));
  expect(repeatedRows).toBe("'Pembayaran D Ayu &amp; &lt;Ani&gt; 2026'!$1:$2");
});

test('columns have room for each amount with its dots, also for the total', async () => {
  await app.given.expense({ by: admin, judul: 'Cat', jumlah: 1_000, tanggal: '2024-03-01' });
  for (let day = 2; day <= 5; day += 1)
    await app.given.expense({ by: admin, judul: 'Jalan', jumlah: 900_000_000, tanggal: `2024-03-0${day}` });
  const { rows, widths } = await download('/api/pengeluaran/export/2024');
  const amount = rows[0]?.indexOf('Jumlah') ?? -1;
  expect(rows.at(-1)?.[amount]).toBe(3_600_001_000);
  expect(widths[amount]).toBeGreaterThan('3.600.001.000'.length);
});

test('long texts are wrapped in rows of their height, and addresses of proofs take little room', async () => {
  const judul = 'Perbaikan saluran air di depan rumah warga '.repeat(5).trim();
  await app.given.expense({ by: admin, judul, jumlah: 1_000, tanggal: '2023-03-01' });
  const { rows, widths, heights } = await download('/api/pengeluaran/export/2023');
  const [titles = [], row = []] = rows;
  expect(row[titles.indexOf('Judul')]).toBe(judul);
  expect(widths[titles.indexOf('Judul')]).toBeLessThanOrEqual(60);
  expect(widths[titles.indexOf('Foto')]).toBeLessThan(30);
  expect(heights[2]).toBeGreaterThanOrEqual(5 * 12);
  expect(heights[1]).toBeUndefined();
});
