// `npm run bench -- matching`: what the machine takes of the minute in which 30 bank lines are confirmed, all on
// slow 4G: by Enter on a computer, and by touch on a phone with a processor 6 times slower. The rest of the
// minute is left for reading and deciding.
import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import { dateIn, defaultTimeZone } from '../contract/format.ts';
import { importStatement } from '../contract/statements.ts';
import { leaveSession } from '../e2e/demo.ts';
import { openPage } from '../e2e/estate.ts';
import { desktop } from '../e2e/screen.ts';
import { makeApp } from '../server/testing/app.ts';
import { type Person, password } from '../server/testing/people.ts';
import { bcaStatement, fileOf } from '../server/testing/statement-recipes.ts';
import { launchBrowser } from '../tools/browser.ts';
import { cheapPhone, slowdown, slowed } from './slow-phone.ts';

const confirmed = 30;
const minute = 60_000;
const lines = 80;
const lineOf = (id: string) => `[data-line="${id}"]`;
const noneOf = (done: readonly string[]) => `[data-line]${done.map((id) => `:not(${lineOf(id)})`).join('')}`;
const idOf = async (line: Locator) => (await line.getAttribute('data-line')) ?? '';

const browser = await launchBrowser();
const estate = await makeApp({}, { clientFolder: 'dist/client' });
estate.clock.set(new Date().toISOString());
try {
  const admin = await estate.as.admin();
  await importLines(admin);
  const byEnter = await timeOf(admin, { options: desktop, rate: 1, confirm: pressEnter });
  const byTouch = await timeOf(admin, { options: cheapPhone, rate: slowdown, confirm: tapFirst });
  console.table({
    [`${confirmed} lines by Enter`]: { milliseconds: Math.round(byEnter) },
    [`${confirmed} lines by touch`]: { milliseconds: Math.round(byTouch) },
  });
  process.exitCode = Math.max(byEnter, byTouch) < minute ? 0 : 1;
} finally {
  await browser.close();
  await estate.close();
}
process.exit();

/** A transfer of each of these residents, so that every line has a proposal. */
async function importLines(admin: Person) {
  const names = Array.from({ length: lines }, (_, at) => `Warga ${spelled(at)}`);
  for (const [at, nama] of names.entries())
    await estate.as.warga(`A${at + 1}`, { nama, created_at: new Date().toISOString() });
  const today = dateIn(defaultTimeZone, new Date());
  const day = `${today.slice(8)}/${today.slice(5, 7)}`;
  const whole = `${day}/${today.slice(0, 4)}`;
  const rows = names.map((nama) => ({ day, text: `TRSF CR ${nama}`, amount: 100_000 }));
  const berkas = fileOf(bcaStatement(rows, { from: whole, to: whole }));
  const { status, body } = await admin.call(importStatement, { body: { akun_id: 1 }, files: { berkas } });
  if (status !== 201) throw new Error(body.message);
}

function spelled(at: number): string {
  const letter = (digit: number) => 'bcdfghjklm'[digit] ?? '';
  const syllables = ['tono', 'wati', 'yadi'];
  return syllables.map((end, place) => letter(Math.floor(at / 10 ** place) % 10) + end).join('');
}

interface Way {
  options: BrowserContextOptions;
  rate: number;
  /** Confirms a line that is none of these, and returns its id. */
  confirm(page: Page, done: readonly string[]): Promise<string>;
}

/** Milliseconds from the first line to the server's answer to the last. */
async function timeOf(admin: Person, { options, rate, confirm }: Way): Promise<number> {
  const context = await browser.newContext({ ...options, baseURL: estate.url });
  context.setDefaultTimeout(2 * minute);
  const page = await context.newPage();
  await leaveSession(page, admin.email, password);
  await page.goto('/');
  await openPage(page, 'buku-kas');
  await page.getByRole('tab', { name: 'Mutasi Bank' }).click();
  const cards = page.locator('[data-line]');
  await cards.first().waitFor();
  await slowed(page, rate);
  const done: string[] = [];
  const began = performance.now();
  while (done.length < confirmed) done.push(await confirm(page, done));
  for (const id of done) await page.locator(lineOf(id)).waitFor({ state: 'detached' });
  const took = performance.now() - began;
  await context.close();
  return took;
}

async function pressEnter(page: Page, done: readonly string[]): Promise<string> {
  if (done.length === 0) await page.locator('[data-line]').first().focus();
  const id = await idOf(page.locator(`${noneOf(done)}:focus`));
  await page.keyboard.press('Enter');
  return id;
}

async function tapFirst(page: Page, done: readonly string[]): Promise<string> {
  const line = page.locator(noneOf(done)).first();
  const id = await idOf(line);
  await page.locator(lineOf(id)).getByRole('button', { name: 'Cocokkan' }).tap();
  return id;
}
