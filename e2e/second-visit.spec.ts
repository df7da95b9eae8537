/** The dashboard shows what was seen last before the server has answered; with the session it is gone. */
import { expect, type Page } from '@playwright/test';
import type { Role } from '../contract/people.ts';
import { browserOf, test } from './estate.ts';
import { figure, menu, phone } from './screen.ts';

const seen = [
  ['warga', 'Total Pembayaran', '1'],
  ['koordinator_perblok', 'Total Warga', '1'],
  ['admin', 'Total Pembayaran', '1'],
  ['ketua', 'Total Warga', '1'],
] as const satisfies readonly (readonly [Role, string, string])[];

test.use({ serviceWorkers: 'allow' });

for (const [role, label, value] of seen) {
  test(`a second visit of ${role} shows the last figures while the server has not answered`, async ({
    estate,
  }) => {
    const siti = await estate.as.warga('A1-1');
    await estate.given.payment({ of: siti, status: 'dikonfirmasi' });
    const person = role === 'warga' ? siti : await estate.as.person(role, { blok: 'A9' });
    const first = await browserOf(estate, person, phone);
    await expect(figure(first, label)).toHaveText(value);
    const kept = () =>
      first.evaluate(
        () =>
          new Promise<number>((resolve, reject) => {
            const opening = indexedDB.open('guyub-seen');
            opening.onerror = () => reject(new Error('not there'));
            opening.onsuccess = () => {
              const db = opening.result;
              const all = db.transaction('views').objectStore('views').getAll();
              all.onsuccess = () => {
                db.close();
                const views = all.result as { queryKey: string[] }[];
                resolve(views.filter(({ queryKey }) => queryKey[0] === 'dashboard').length);
              };
            };
          }),
      );
    await expect.poll(kept).toBe(1);
    await first.evaluate(async () => void (await navigator.serviceWorker.ready));

    const again = await first.context().newPage();
    await again.route('**/api/**', () => {}); // no answer
    await again.goto('/');
    await expect(figure(again, label)).toHaveText(value);
    expect(await fontStartedBy(again), 'fetched with the code: text in another font would move').toBe('link');
    await again.close();

    if (role !== 'ketua') return;
    await first.getByRole('button', { name: person.nama }).click();
    await first.getByRole('menuitem', { name: 'Keluar' }).or(menu(first).getByText('Keluar')).first().click();
    await expect(first.getByRole('button', { name: 'Masuk', exact: true })).toBeVisible();
    const names = () => first.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    await expect.poll(names).not.toContain('guyub-seen');
  });
}

const fontStartedBy = (page: Page) =>
  page.evaluate(() => {
    const fetched = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return fetched.find(({ name }) => name.endsWith('.woff2'))?.initiatorType;
  });
