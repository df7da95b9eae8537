/** Every page key of the specification for every role: menu entry and title, or the dashboard instead. */
import { expect, type Page, test } from '@playwright/test';
import type { PageKey } from '../client/shared/navigation.tsx';
import { type DemoRole, demoPeople, signIn } from './demo.ts';
import { openPage } from './estate.ts';
import { isFor, type Layout, layouts, menuOf, pageKeys, titleOf } from './menus.ts';
import { menu, title } from './screen.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Opens another page first, so that a key without effect fails. */
async function openFromElsewhere(page: Page, role: DemoRole, key: string) {
  const elsewhere = key === 'buku-kas' ? 'about' : 'buku-kas';
  await openPage(page, elsewhere);
  await expect(title(page)).toHaveText(titleOf(role, elsewhere));
  await openPage(page, key);
}

for (const role of Object.keys(demoPeople) as DemoRole[]) {
  test(`${role}: the menus, and every page under its key`, async ({ page }) => {
    await page.setViewportSize(layouts.desktop);
    await signIn(page, role);
    for (const layout of Object.keys(layouts) as Layout[]) {
      await page.setViewportSize(layouts[layout]);
      const expected = Object.entries(menuOf(role, layout));
      await expect(menu(page).getByRole('button')).toHaveCount(expected.length);
      for (const [key, label] of expected) {
        const entry = menu(page).getByRole('button', { name: label, exact: true });
        await entry.click();
        await expect.soft(entry).toHaveAttribute('aria-current', 'page');
        await expect.soft(title(page), key).toHaveText(titleOf(role, key as PageKey));
      }
    }
    const seen = menuOf(role, 'phone');
    await page.setViewportSize(layouts.phone);
    for (const key of pageKeys.filter((each) => isFor(role, each) && !seen[each])) {
      await openFromElsewhere(page, role, key);
      await expect.soft(title(page), key).toHaveText(titleOf(role, key));
      await expect.soft(menu(page).locator('[aria-current]'), `the tab of ${key}`).toHaveCount(1);
    }
    const denied = page.getByText('Hanya ketua yang dapat membuka pengaturan sistem.');
    await openPage(page, 'management');
    await expect(title(page)).toHaveText('Pengaturan');
    await expect(page.getByText('Akses Ditolak')).toBeVisible({ visible: role !== 'Ketua' });
    await expect(denied).toBeVisible({ visible: role !== 'Ketua' });
  });

  test(`${role}: unknown and foreign keys are the dashboard`, async ({ page }) => {
    await signIn(page, role);
    const foreign = pageKeys.filter((key) => !isFor(role, key));
    for (const key of [...foreign, 'tidak-ada', 'constructor']) {
      await openFromElsewhere(page, role, key);
      await expect.soft(title(page), key).toHaveText(titleOf(role, 'dashboard'));
    }
  });
}
