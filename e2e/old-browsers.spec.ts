/** Browsers that get no updates any more. Whatever runs on an own estate runs without newer functions, too (oldest-browser.ts). */
import { expect, test } from '@playwright/test';
import { formatVerifierKey } from '../contract/signed-note.ts';
import { exportOf, logSigner } from '../contract/testing/sample-export.ts';
import { asOldest } from './oldest-browser.ts';

test('the browser of own estates lacks what came since 2022', async ({ page, context }) => {
  await asOldest(context);
  await page.goto('/favicon.svg');
  const left = await page.evaluate(() => [
    'withResolvers' in Promise,
    'size' in URLSearchParams.prototype,
    'union' in Set.prototype,
    'Iterator' in globalThis,
    'map' in Object.getPrototypeOf(Object.getPrototypeOf([].values())),
  ]);
  expect(left).toEqual([false, false, false, false, false]);
});

const forgetLayers = () => void Reflect.deleteProperty(window, 'CSSLayerBlockRule');
const forgetLookbehind = () => {
  window.RegExp = new Proxy(RegExp, {
    construct(real, [source, flags]: [string, string?]) {
      if (source.includes('(?<=')) throw new SyntaxError('Invalid regular expression');
      return new real(source, flags);
    },
  });
};
for (const [missing, forget] of [
  ['cascade layers', forgetLayers],
  ['lookbehind', forgetLookbehind],
] as const) {
  test(`a browser without ${missing} is told that it is too old`, async ({ page }) => {
    await page.addInitScript(forget);
    await page.goto('/');
    await expect(page.getByText(/^Browser ini terlalu lama untuk Sistem Guyub\. Perbarui/)).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
  });
}

test('the checking page judges a log there', async ({ page, context }) => {
  await asOldest(context);
  await page.goto('/cek');
  await page.getByText('Kunci perumahan').click();
  await page.getByLabel('Kunci, satu per baris').fill(formatVerifierKey(logSigner.key));
  const buffer = Buffer.from(await exportOf());
  await page.getByLabel('File log').setInputFiles({ name: 'log.txt', mimeType: 'text/plain', buffer });
  await page.getByRole('button', { name: 'Periksa', exact: true }).click();
  await expect(page.getByRole('heading', { name: /File log utuh/ })).toBeVisible();
});
