/** The people of the demo estate, as the tests know them. */
import { expect, type Page } from '@playwright/test';

export const demoPassword = 'guyub123';

/** Role as the login screen names it → what signing in shows. */
export const demoPeople = {
  Ketua: { email: 'ketua@guyub.test', jenis: 'ketua' },
  Admin: { email: 'admin@guyub.test', jenis: 'admin' },
  'Koordinator Blok': { email: 'koordinator@guyub.test', jenis: 'koordinator_perblok' },
  Warga: { email: 'warga@guyub.test', jenis: 'warga' },
} as const;

export type DemoRole = keyof typeof demoPeople;

export async function signIn(page: Page, role: DemoRole): Promise<void> {
  await page.goto('/');
  await page.getByLabel('Email atau No HP').fill(demoPeople[role].email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Masuk', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Notifikasi/ })).toBeVisible();
}
