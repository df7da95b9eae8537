/** The interactions of `bench/interactions.ts` on the demo estate, each starting on an idle page. */
import type { Page } from '@playwright/test';
import type { DemoRole } from '../e2e/demo.ts';

export interface Touch {
  name: string;
  role: DemoRole;
  page: string;
  prepare(page: Page): Promise<unknown>;
  /** Not measured. */
  before?(page: Page, at: number): Promise<unknown>;
  act(page: Page, at: number): Promise<unknown>;
  shows(at: number): string;
  undo?(page: Page, at: number): Promise<unknown>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'hidden' });
const escape = async (page: Page) => {
  await page.keyboard.press('Escape');
  await closed(page);
};
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Penampil gambar' });

export const touches: readonly Touch[] = [
  {
    name: 'payment dialog',
    role: 'Warga',
    page: 'payments',
    prepare: (page) => button(page, 'Tambah Pembayaran').first().waitFor(),
    act: (page) => button(page, 'Tambah Pembayaran').first().tap(),
    shows: () => '[role=dialog] select',
    undo: escape,
  },
  {
    name: 'proof viewer',
    role: 'Ketua',
    page: 'verify-payments',
    prepare: (page) =>
      button(page, /^Lihat Bukti/)
        .nth(3)
        .waitFor(),
    act: (page, at) =>
      button(page, /^Lihat Bukti/)
        .nth(at % 3)
        .tap(),
    shows: () => '[role=dialog][aria-label="Penampil gambar"]',
    undo: escape,
  },
  {
    name: 'comments',
    role: 'Warga',
    page: 'info-warga',
    prepare: (page) =>
      button(page, /komentar/)
        .nth(2)
        .waitFor(),
    act: (page, at) =>
      button(page, /komentar/)
        .nth(at % 2)
        .tap(),
    shows: () => '[aria-expanded=true]',
    undo: (page) => page.locator('[aria-expanded=true]').first().tap(),
  },
  {
    name: 'filter, opened',
    role: 'Ketua',
    page: 'pembayaran-warga',
    prepare: (page) => button(page, 'Filter').waitFor(),
    act: (page) => button(page, 'Filter').tap(),
    shows: () => '[role=dialog] select',
    undo: escape,
  },
  {
    name: 'filter, chosen',
    role: 'Ketua',
    page: 'pembayaran-warga',
    prepare: (page) => button(page, 'Filter').waitFor(),
    before: async (page, at) => {
      if (at === 0) await button(page, 'Filter').tap();
      await page.getByRole('dialog').getByLabel('Status').focus();
    },
    act: (page) => page.keyboard.press('ArrowDown'),
    shows: () => '[role=dialog] select',
  },
  {
    name: 'tab',
    role: 'Ketua',
    page: 'aduan-warga',
    prepare: (page) => page.getByRole('tab').nth(3).waitFor(),
    act: (page, at) =>
      page
        .getByRole('tab')
        .nth((at + 1) % 3)
        .tap(),
    shows: (at) => `[role=tab][aria-selected=true]:nth-child(${((at + 1) % 3) + 1})`,
  },
  {
    name: 'search',
    role: 'Ketua',
    page: 'kelola-warga',
    prepare: (page) => page.getByLabel('Cari').first().waitFor(),
    before: (page, at) => (at === 0 ? page.getByLabel('Cari').first().focus() : Promise.resolve()),
    act: (page, at) => page.keyboard.press('sari'[at % 4] ?? 'a'),
    shows: () => 'input',
  },
  {
    name: 'like',
    role: 'Warga',
    page: 'info-warga',
    prepare: (page) => button(page, /suka/).nth(3).waitFor(),
    act: (page, at) =>
      button(page, /suka/)
        .nth(at % 3)
        .tap(),
    shows: () => '[aria-pressed]',
  },
  {
    name: 'confirm',
    role: 'Ketua',
    page: 'verify-payments',
    prepare: async (page) => {
      await button(page, /^Periksa \d+ bukti/).tap();
      await viewer(page)
        .getByRole('img', { name: /^Bukti transfer/ })
        .first()
        .waitFor();
    },
    before: (page) => viewer(page).getByRole('button', { name: 'Konfirmasi' }).waitFor(),
    act: (page) => viewer(page).getByRole('button', { name: 'Konfirmasi' }).tap(),
    shows: () => '[role=dialog]',
    undo: (page) => page.waitForLoadState('networkidle'),
  },
];

export const figure = 'main [class*=card]:not([aria-busy]) p.ui-tabular';
