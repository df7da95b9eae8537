/** A phone keeps what it saw of the log, and shows it when the operator has rewritten the history. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { getCheckpoint } from '../contract/log.ts';
import { password } from '../server/testing/people.ts';
import { halvePayments } from '../server/testing/rewrite-history.ts';
import { browserOf, enter, test } from './estate.ts';
import { phone, sideways, title } from './screen.ts';

const alarm = (page: Page) =>
  page.getByRole('heading', { name: 'Log perumahan bertentangan dengan catatan di perangkat ini' });

/** Size of the log that the device keeps. */
const keptSize = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
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
      }),
  );

test('a phone that was there refuses a rewritten history, also after reload, logout and login', async ({
  browser,
  estate,
}) => {
  const siti = await estate.as.warga('A1-1');
  for (const bulan of [5, 6]) await estate.given.payment({ of: siti, bulan, status: 'dikonfirmasi' });
  const page = await browserOf(browser, estate, siti, phone);
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
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  expect(await sideways(page)).toBe(0);

  await page.reload();
  await expect(alarm(page)).toBeVisible();
  await page.getByRole('button', { name: 'Lanjut ke aplikasi' }).click();
  await expect(title(page)).toHaveText('Dashboard');
  await page.evaluate(() => {
    localStorage.removeItem('user');
    localStorage.removeItem('token');
  });
  await page.reload();
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

test('a log of another name is refused, too', async ({ browser, estate }) => {
  const siti = await estate.as.warga('A1-1');
  const page = await browserOf(browser, estate, siti, phone);
  await expect.poll(() => keptSize(page)).toBeGreaterThanOrEqual(0);
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
