// `npm run bench -- receipt`: how long the checking page takes for a receipt on a processor slowed down six times,
// with the browser's Ed25519 and without it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { formatVerifierKey } from '../contract/signed-note.ts';
import { logSigner, receiptNote } from '../contract/testing/sample-export.ts';
import { launchBrowser } from '../tools/browser.ts';
import { makeTemporaryFolder } from '../tools/scratch-folder.ts';
import { median } from './measure.ts';

const limit = 50;
const slowdown = 6;
const visits = 7;
const rounds = 5;

await using browser = await launchBrowser();
const html = readFileSync('dist/client/cek.html', 'utf8');
const key = formatVerifierKey(logSigner.key);
const file = join(makeTemporaryFolder(), 'cek.html');
writeFileSync(file, html.replace('name="guyub-keys" content=""', `name="guyub-keys" content="${key}"`));
const note = await receiptNote();
const rows = [];
for (const own of [true, false]) {
  const first: number[] = [];
  const later: number[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    const page = await openSlowly(own);
    first.push(await timeOf(page, note));
    for (let round = 0; round < rounds; round += 1) later.push(await timeOf(page, note));
    await page.close();
  }
  const Ed25519 = own ? 'browser' : '@noble/ed25519';
  rows.push({ Ed25519, first: median(first), later: median(later), limit });
}
console.log(
  `${Buffer.byteLength(html)} bytes; milliseconds from “Periksa” to the verdict, medians of ${visits} visits:`,
);
console.table(rows);
process.exitCode = rows.every((row) => row.first <= limit && row.later <= limit) ? 0 : 1;

/** The page as it is when somebody has pasted a receipt, on a slow processor from its start. */
async function openSlowly(withEd25519: boolean): Promise<Page> {
  const page = await browser.newPage();
  if (!withEd25519)
    await page.addInitScript(() => Object.assign(SubtleCrypto.prototype, { importKey: undefined }));
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(pathToFileURL(file).href);
  await page.waitForTimeout(3_000);
  return page;
}

function timeOf(page: Page, note: string): Promise<number> {
  return page.evaluate(async (text) => {
    const byId = (id: string) => document.getElementById(id) as HTMLElement;
    (byId('text') as HTMLTextAreaElement).value = text;
    const result = byId('result');
    const shown = new Promise<void>((resolve) => {
      const watch = new MutationObserver(() => {
        if (result.hasAttribute('aria-busy')) return;
        watch.disconnect();
        resolve();
      });
      watch.observe(result, { attributeFilter: ['aria-busy'] });
    });
    result.setAttribute('aria-busy', 'true');
    const started = performance.now();
    (byId('form') as HTMLFormElement).requestSubmit();
    await shown;
    if (result.dataset.verdict !== 'success') throw new Error('the receipt was not found valid');
    return Math.round((performance.now() - started) * 10) / 10;
  }, note);
}
