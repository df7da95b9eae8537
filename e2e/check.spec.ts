/** The checking page: at its address, and as a file without network in Chromium and Firefox. */
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { expect, type Page, type TestInfo, test } from '@playwright/test';
import { formatHead } from '../contract/checkpoint.ts';
import { rootOf } from '../contract/merkle.ts';
import { receiptLink } from '../contract/receipt.ts';
import { formatVerifierKey } from '../contract/signed-note.ts';
import {
  exportOf,
  leavesOf,
  logSigner,
  receiptNote,
  signCheckpoint,
  strangerSigner,
} from '../contract/testing/sample-export.ts';
import { findProgram } from '../tools/programs.ts';
import { closeAll } from './demo.ts';
import { withFirefox } from './firefox.ts';
import { violationsOf } from './screen.ts';

const leaves = leavesOf();
const file = await exportOf();
const head = formatHead(await rootOf(leaves));
const rewritten = leavesOf(leaves.slice(1).map(() => ({ jumlah: 100_000 })));
const log = { name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from(file) };

test.afterEach(closeAll);

/** The built page with the key of the sample log in it, saved as a person would. */
async function save(info: TestInfo): Promise<string> {
  const page = await readFile('dist/client/cek.html', 'utf8');
  const key = formatVerifierKey(logSigner.key);
  const saved = info.outputPath('periksa.html');
  await writeFile(saved, page.replace('name="guyub-keys" content=""', `name="guyub-keys" content="${key}"`));
  return pathToFileURL(saved).href;
}

const verdicts = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 });
const submit = (page: Page) => page.getByRole('button', { name: 'Periksa', exact: true }).click();
const paste = (page: Page, text: string) => page.getByLabel('Kuitansi, kepala, atau catatan log').fill(text);

test('is one file under 60 kB, public, with a policy of its own that allows no request', async ({
  page,
  request,
}) => {
  const answer = await request.get('/cek');
  expect(answer.status()).toBe(200);
  expect((await answer.body()).length).toBeLessThan(60_000);
  const policy = answer.headers()['content-security-policy'];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/'self'|'unsafe|http|connect-src/);
  expect((await request.get('/cek.html')).status()).toBe(404);

  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto('/cek');
  await page.getByText('Kunci perumahan').click();
  const keys = page.getByLabel('Kunci, satu per baris');
  await expect(keys).toHaveValue(/^[\w.:]+\/[a-z2-7]{16}\+[0-9a-f]{8}\+/); // of the estate that serves the page
  await keys.fill(formatVerifierKey(logSigner.key));
  await paste(page, await receiptNote());
  await submit(page);
  await expect(verdicts(page)).toHaveText(/Kuitansi sah/);
  expect(requests.map((url) => new URL(url)).filter(({ protocol }) => protocol !== 'data:')).toHaveLength(1);
  await expect(page.getByRole('link', { name: 'Unduh halaman ini' })).toBeVisible();
});

test('as a file without network: a link, a log with its head, and two notes that contradict each other', async ({
  page,
}, info) => {
  const saved = await save(info);
  await page.context().setOffline(true);
  await page.goto(receiptLink(saved, await receiptNote()));
  await expect(verdicts(page)).toHaveText(/Kuitansi sah/);
  await expect(page.getByRole('definition').filter({ hasText: 'Rp 150.000' })).toBeVisible();

  await page.getByLabel('File log').setInputFiles(log);
  await submit(page);
  await expect(verdicts(page).first()).toHaveText(/Kuitansi sah dan tercatat|File log utuh/);
  await paste(page, await receiptNote({ entri: [2] }));
  await submit(page);
  await expect(verdicts(page).first()).toHaveText(/Sah waktu itu, kemudian dibatalkan/);

  await paste(page, head);
  await submit(page);
  await expect(verdicts(page)).toHaveText([/Log cocok dengan kepala ini/, /File log utuh/]);
  await expect(page.getByRole('definition').filter({ hasText: 'Rp 1.150.000' })).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Unduh halaman ini' })).toBeHidden();

  await page.goto(saved);
  const notes = [await signCheckpoint(leaves), await signCheckpoint(rewritten)] as const;
  await paste(page, notes[0]);
  await page.getByText('Bandingkan dengan catatan kedua').click();
  await page.getByLabel('Catatan kedua', { exact: true }).fill(notes[1]);
  await submit(page);
  const fork = page.getByRole('article').filter({ hasText: 'Dua catatan bertentangan' });
  for (const note of notes) await expect(fork.getByText(note.trim().split('\n').at(-1) ?? '')).toBeVisible();
});

test('tells forged, foreign and unreadable receipts', async ({ page }, info) => {
  await page.goto(await save(info));
  const note = await receiptNote();
  for (const [text, title] of [
    [note.replace('150.000', '950.000'), /Kuitansi palsu/],
    [await receiptNote({}, strangerSigner), /Kunci tidak dikenal/],
    [note.replace('Rumah: B12\n', ''), /Bukan kuitansi yang utuh/],
    ['ABCD EFGH', /Teks tidak dikenali/],
  ] as const) {
    await paste(page, text);
    await submit(page);
    await expect(verdicts(page)).toHaveText(title);
    await expect(page.locator('[data-verdict]')).toHaveAttribute('data-verdict', 'danger');
  }
});

test('turns red after any flipped byte of a receipt, a note or a log file', async ({ page }, info) => {
  test.slow();
  await page.goto(await save(info));
  const judged = (kind: 'text' | 'log', bytes: Uint8Array, step: number) =>
    page.evaluate(flipEach, { kind, base64: Buffer.from(bytes).toString('base64'), step });
  for (const [kind, bytes, step] of [
    ['text', Buffer.from(await receiptNote()), 1],
    ['text', Buffer.from(await signCheckpoint(leaves)), 1],
    ['log', file, 3],
  ] as const) {
    const { untouched, survivors, count } = await judged(kind, bytes, step);
    expect(untouched).not.toBe('danger');
    expect(count).toBeGreaterThan(100);
    expect(survivors).toEqual([]);
  }
});

/** Runs in the page, which checks each flipped copy as if a person had pasted or chosen it. */
async function flipEach({ kind, base64, step }: { kind: 'text' | 'log'; base64: string; step: number }) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const byId = (id: string) => document.getElementById(id) as HTMLElement;
  const [text, log] = [byId('text') as HTMLTextAreaElement, byId('log') as HTMLInputElement];
  const result = byId('result');
  const judge = async (content: Uint8Array<ArrayBuffer>) => {
    text.value = kind === 'text' ? new TextDecoder().decode(content) : '';
    const files = new DataTransfer();
    if (kind === 'log') files.items.add(new File([content], 'log.txt'));
    log.files = files.files;
    result.setAttribute('aria-busy', 'true');
    (byId('form') as HTMLFormElement).requestSubmit();
    while (result.hasAttribute('aria-busy')) await new Promise((resolve) => setTimeout(resolve));
    return result.dataset.verdict;
  };
  const untouched = await judge(bytes);
  const survivors: number[] = [];
  let count = 0;
  for (let at = 0; at < bytes.length; at += step) {
    const mask = 1 << (at % 8);
    count += 1;
    const verdict = await judge(bytes.map((byte, place) => (place === at ? byte ^ mask : byte)));
    if (verdict !== 'danger') survivors.push(at);
  }
  return { untouched, survivors, count };
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`fits a phone of 360 px and has no axe violation (${colorScheme})`, async ({ browser }, info) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme });
    const page = await context.newPage();
    const saved = await save(info);
    await page.goto(receiptLink(saved, await receiptNote()));
    await page.getByLabel('File log').setInputFiles(log);
    await paste(page, await signCheckpoint(rewritten));
    await submit(page);
    await expect(verdicts(page).first()).toHaveText(/TIDAK cocok/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.screenshot({ path: info.outputPath(`${colorScheme}.png`), fullPage: true });
    expect(await violationsOf(page)).toEqual([]);
  });
}

test('works in Firefox as a file', async ({ browserName: _ }, info) => {
  const firefox = findProgram('firefox-esr', 'firefox');
  test.skip(firefox === undefined, 'no Firefox is installed');
  if (firefox === undefined) return;
  const saved = await save(info);
  const exported = info.outputPath('log.txt');
  await writeFile(exported, file);
  const link = receiptLink(saved, await receiptNote());
  await withFirefox(firefox, async (page) => {
    const verdict = async (tone: string) =>
      await page.evaluate(`new Promise((resolve) => {
        const look = () => {
          const result = document.getElementById('result');
          result.dataset.verdict === '${tone}' ? resolve(result.textContent) : setTimeout(look, 20);
        };
        look();
      })`);
    await page.goto(link);
    expect(await verdict('success')).toContain('Kuitansi sah');
    await page.setFile('#log', exported);
    const check = (text: string) =>
      page.evaluate(`document.getElementById('text').value = ${JSON.stringify(text)};
        document.getElementById('result').dataset.verdict = '';
        document.getElementById('form').requestSubmit()`);
    await check(head);
    expect(await verdict('success')).toContain('Log cocok dengan kepala ini');
    await check(head.replace(/^./, (letter) => (letter === 'B' ? 'C' : 'B')));
    expect(await verdict('danger')).toContain('Log TIDAK cocok dengan kepala ini');
  });
});
