import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { buildClient } from '../scripts/build-client.ts';
import { run } from '../scripts/child.mjs';
import { installPackages } from './debian.ts';
import { findProgram } from './programs.ts';

/** Allows root and disables Chromium's background requests. */
const browserArgs = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

const shell = 'chromium-headless-shell';

/** Prefers the headless shell: with the windows of a whole Chromium the tests need several times the CPU. */
function findBrowser(): string | undefined {
  const names = [shell, 'chromium', 'chromium-browser', 'google-chrome'];
  const found = names.flatMap((name) => findProgram(name) ?? []);
  return [process.env.CHROME_PATH, ...found, chromium.executablePath()].find(
    (path) => path && existsSync(path) && runs(path),
  );
}

/** For Playwright. */
export function browserOptions(...more: string[]) {
  const executablePath = findBrowser();
  return { args: [...browserArgs, ...more], ...(executablePath && { executablePath }) };
}

/** With the client built that it will ask a server for. */
export async function launchBrowser(): Promise<Browser> {
  await ensureBrowser();
  await buildClient();
  return await chromium.launch(browserOptions());
}

export async function ensureBrowser(): Promise<void> {
  if (process.env.CHROME_PATH === undefined && findProgram(shell) === undefined) await installBrowser();
  const browser = findBrowser();
  if (browser === undefined) throw new Error('No Chromium to be had: install one and set CHROME_PATH to it.');
  process.env.CHROME_PATH = browser;
}

async function installBrowser(): Promise<void> {
  if ((await installPackages(shell)) || findBrowser() !== undefined || (await installPackages('chromium')))
    return;
  const { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: _, ...env } = process.env;
  await run('playwright', ['install', 'chromium'], { env });
}

function runs(path: string): boolean {
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
