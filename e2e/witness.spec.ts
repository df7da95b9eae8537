/** A phone keeps what it saw of the log, and shows it when the operator has rewritten the history. */
import { expect, type Page } from '@playwright/test';
import { formatCheckpoint } from '../contract/checkpoint.ts';
import { toUtf8 } from '../contract/encoding.ts';
import { getCheckpoint, type LogConsistency, type RestoredLog } from '../contract/log.ts';
import { rootOf } from '../contract/merkle.ts';
import { formatNote, formatVerifierKey } from '../contract/signed-note.ts';
import { makeSigner } from '../contract/testing/ed25519.ts';
import { password } from '../server/testing/people.ts';
import { halvePayments } from '../server/testing/rewrite-history.ts';
import { browserOf, enter, openPage, openWithoutSession, test } from './estate.ts';
import { phone, sideways, title, violationsOf } from './screen.ts';

const alarm = (page: Page) =>
  page.getByRole('heading', { name: 'Log perumahan bertentangan dengan catatan di HP atau komputer ini' });

/** Size of the log that the device keeps. Opens no database that is not there yet: an empty one would be taken for the product's own. */
const keptSize = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (databases.every(({ name }) => name !== 'guyub-log')) return 0;
    return await new Promise<number>((resolve) => {
      const opening = indexedDB.open('guyub-log');
      opening.onsuccess = () => {
        const { result: db } = opening;
        if (!db.objectStoreNames.contains('log')) return resolve(0);
        const reading = db.transaction('log').objectStore('log').get('log');
        reading.onsuccess = () => {
          db.close();
          resolve(Number((reading.result as { catatan: string } | undefined)?.catatan.split('\n')[1] ?? 0));
        };
      };
    });
  });

test('a phone that was there refuses a rewritten history, also after reload, logout and login', async ({
  estate,
}) => {
  test.slow();
  const siti = await estate.as.warga('A1-1');
  for (const bulan of [5, 6]) await estate.given.payment({ of: siti, bulan, status: 'dikonfirmasi' });
  const page = await browserOf(estate, siti, phone);
  const { ukuran, catatan } = (await siti.call(getCheckpoint)).body.data;
  await expect.poll(() => keptSize(page)).toBe(ukuran);

  // An honest log that grows is followed.
  await estate.given.payment({ of: siti, bulan: 7, status: 'dikonfirmasi' });
  await page.reload();
  await expect.poll(() => keptSize(page)).toBeGreaterThan(ukuran);
  const kept = (await siti.call(getCheckpoint)).body.data.catatan;
  expect(kept).not.toBe(catatan);

  await halvePayments(estate.context);
  const served = (await siti.call(getCheckpoint)).body.data.catatan;
  await page.reload();
  await expect(alarm(page)).toBeVisible();
  const head = (note: string) => note.split('\n')[2] ?? '';
  await expect(page.getByText(head(kept))).toBeVisible();
  await expect(page.getByText(head(served))).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);

  await page.reload();
  await expect(alarm(page)).toBeVisible();
  await page.getByRole('button', { name: 'Lanjut ke aplikasi' }).click();
  await expect(title(page)).toHaveText('Dashboard');
  await openWithoutSession(page);
  await expect(alarm(page)).toBeVisible();
  await expect(page.getByText(head(kept))).toBeVisible();
  await page.getByRole('button', { name: 'Lanjut ke aplikasi' }).click();
  await enter(page, siti.email, password);
  await expect(title(page)).toHaveText('Dashboard');
  await page.reload();
  await expect(alarm(page)).toBeVisible();

  // Explained by somebody: the device follows the other log, and keeps both notes.
  await page.getByRole('button', { name: 'Sudah dijelaskan pengawas?' }).click();
  await page.getByRole('button', { name: 'Ya, percayai log dari server' }).click();
  await expect(title(page)).toHaveText('Dashboard');
  await page.reload();
  await expect(title(page)).toHaveText('Dashboard');
  await expect(alarm(page)).toBeHidden();
});

test('a log of another name is refused, too', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(estate, siti, phone);
  await expect.poll(() => keptSize(page)).toBeGreaterThan(0);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('guyub-log');
        opening.onsuccess = () => {
          const store = opening.result.transaction('log', 'readwrite').objectStore('log');
          const reading = store.get('log');
          reading.onsuccess = () => {
            const writing = store.put({ ...(reading.result as object), asal: 'lain.contoh.id/log' }, 'log');
            writing.onsuccess = () => {
              opening.result.close();
              resolve();
            };
          };
        };
      }),
  );
  await page.reload();
  await expect(alarm(page)).toBeVisible();
  await expect(page.getByText(/memakai log lain/)).toBeVisible();
});

/** The server's answer about a former log, with a leaf of its own. */
async function restoredAnswer(asal_lama: string): Promise<RestoredLog> {
  const asal = 'griya.contoh.id/baru';
  const signer = await makeSigner(asal, 7);
  const tanggal = '2026-07-15T03:00:00.000Z';
  const sesudah = { asal, asal_lama, hilang: 12 };
  const daun = JSON.stringify({ aksi: 'log.restored', entitas: 'log', sesudah, tanggal });
  const text = formatCheckpoint({ origin: asal, size: 1, root: await rootOf([toUtf8(daun)]) });
  const catatan = formatNote({ text, signatures: [await signer.signText(text)] });
  return { asal, kunci: formatVerifierKey(signer.key), catatan, indeks: 0, daun, bukti: [] };
}

test('after a restore it is told calmly, once', async ({ estate }) => {
  const siti = await estate.as.warga('A1-1');
  await estate.given.payment({ of: siti, bulan: 6, status: 'dikonfirmasi' });
  const page = await browserOf(estate, siti, { ...phone, timezoneId: 'Asia/Jayapura' });
  await expect.poll(() => keptSize(page)).toBeGreaterThan(0);
  const answer = await restoredAnswer(estate.context.signer.origin.asal);
  await page.route('**/api/log/consistency*', async (route) => {
    const { asal: kini, catatan } = answer;
    const asked = new URL(route.request().url()).searchParams.get('asal');
    if (asked === kini)
      return await route.fulfill({ json: { status: 'success', data: { kini, catatan, bukti: [] } } });
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: LogConsistency };
    return await route.fulfill({ json: { status: 'success', data: { ...data, kini } } });
  });
  await page.route('**/api/log/restored*', (route) =>
    route.fulfill({ json: { status: 'success', data: answer } }),
  );
  await page.reload();
  await expect(title(page)).toHaveText('Data perumahan dipulihkan dari cadangan');
  await expect(alarm(page)).toBeHidden();
  await expect(page.getByText('12 catatan sesudah cadangan itu hilang.')).toBeVisible();
  await expect(page.getByText('Pada 15 Jul 2026, 12.00 pengurus'), 'in the zone of the device').toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  const comparison = async () => await (await page.waitForResponse('**/api/log/consistency*')).finished();
  const afterFollowing = comparison(); // a reload that interrupts it would leave it unfinished for ever
  await page.getByRole('button', { name: 'Mengerti, ikuti log baru' }).click();
  await expect(title(page)).toHaveText('Dashboard');
  await afterFollowing;
  expect(await keptSize(page)).toBe(1);
  const afterReload = comparison();
  await page.reload();
  await afterReload;
  await expect(title(page)).toHaveText('Dashboard');
  await expect(alarm(page)).toBeHidden();
});

test('the ketua cosigns the head with a key of this browser', async ({ estate }) => {
  const ketua = await estate.as.ketua();
  const page = await browserOf(estate, ketua, phone);
  await expect.poll(() => keptSize(page)).toBeGreaterThanOrEqual(0);
  await openPage(page, 'buku-kas');
  await page.getByRole('tab', { name: 'Log & Kuitansi' }).click();
  await page.getByRole('button', { name: 'Tanda tangani kepala' }).click();
  await expect(page.getByRole('definition').filter({ hasText: ketua.nama })).toBeVisible();
  const { saksi } = (await ketua.call(getCheckpoint)).body.data;
  expect(saksi.map(({ nama }) => nama)).toEqual([ketua.nama]);
  expect(await sideways(page)).toBe(0);
});
