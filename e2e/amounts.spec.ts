/** `Rp` and its number stay on one line, in texts as in figures. */
import { expect, type Page } from '@playwright/test';
import { reverseEntry } from '../contract/book.ts';
import { defaultTimeZone, monthIn } from '../contract/format.ts';
import { reviewPayment } from '../contract/payments.ts';
import { browserOf, test } from './estate.ts';
import { dialog, loading, phone } from './screen.ts';

const thisMonth = monthIn(defaultTimeZone, new Date());

/** Amounts in texts whose `Rp` stands on another line than its number. */
const partedAmounts = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const parted: string[] = [];
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null)
      for (const { 0: amount, index } of text.data.matchAll(/Rp\s[\d.]*\d/g)) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + amount.length);
        if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1) parted.push(text.data);
      }
    return parted;
  });

async function expectWhole(page: Page, where: string) {
  await expect(loading(page)).toHaveCount(0);
  for (let width = 320; width <= 420; width += 4) {
    await page.setViewportSize({ width, height: 740 });
    expect.soft(await partedAmounts(page), `${where} at ${width}`).toEqual([]);
  }
}

test('no line of notifications or of the log of changes ends between Rp and its number, on phones of any width', async ({
  estate,
}) => {
  const [ketua, admin, siti] = [
    await estate.as.ketua(),
    await estate.as.admin(),
    await estate.as.warga('A1-1'),
  ];
  const id = await estate.given.payment({ of: siti, ...thisMonth });
  await ketua.call(reviewPayment, { params: { id }, body: { status: 'dikonfirmasi' } });
  await estate.given.expense({ by: admin, tanggal: '2026-01-05', jumlah: 900_000, judul: 'Salah catat' });
  await admin.call(reverseEntry, { body: { nomor: 2, alasan: 'Nota ini milik RT sebelah' } });

  const news = await browserOf(estate, siti, phone);
  await news.getByRole('button', { name: /^Notifikasi/ }).click();
  await expect(dialog(news, 'Notifikasi')).toContainText('sebesar Rp 100.000');
  await expectWhole(news, 'notifications');

  const book = await browserOf(estate, ketua, phone, 'buku-kas');
  await book.getByRole('tab', { name: 'Riwayat Uang' }).click();
  await expect(book.getByRole('main')).toContainText(/Isi usulan:.* Rp 900\.000/);
  await expectWhole(book, 'changes of money');
});
