/** The longest words and the largest amounts that can be stored, on the smallest phones; on an estate of its own. */
import { expect } from '@playwright/test';
import { dateIn, defaultTimeZone, monthIn } from '../contract/format.ts';
import { browserOf, openPage, test } from './estate.ts';
import { figure, loading, phone, sideways, title } from './screen.ts';

const today = dateIn(defaultTimeZone, new Date());
const { tahun, bulan } = monthIn(defaultTimeZone, new Date());
const billions = 9_876_543_210;

for (const width of [320, 360]) {
  test(`one long word and billions stay within their cards at ${width} pixels`, async ({
    browser,
    estate,
  }) => {
    const admin = await estate.as.person('admin', { nama: 'W'.repeat(100) });
    const siti = await estate.as.person('warga', { nama: 'M'.repeat(100), blok: 'A1-1' });
    await estate.given.payment({ of: siti, tahun, bulan, jumlah: billions, status: 'dikonfirmasi' });
    await estate.given.expense({ by: admin, jumlah: billions, judul: 'L'.repeat(150), tanggal: today });
    const page = await browserOf(browser, estate, admin, {
      ...phone,
      viewport: { ...phone.viewport, width },
    });
    for (const [key, sum] of Object.entries({
      dashboard: 'Total Pemasukan',
      'payments-admin': null,
      pengeluaran: `Total pengeluaran ${tahun}`,
      'buku-kas': 'Total Pengeluaran',
      reports: 'Terkumpul',
      users: null,
    })) {
      await openPage(page, key);
      await expect(title(page)).toBeVisible();
      await expect(loading(page)).toHaveCount(0);
      expect.soft(await sideways(page), key).toBeLessThanOrEqual(0);
      if (!sum) continue;
      const spills = figure(page, sum).evaluate((value) => value.scrollWidth - value.clientWidth);
      expect.soft(await spills, `${sum} on ${key}`).toBeLessThanOrEqual(0);
    }
  });
}
