import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { run } from '../scripts/child.mjs';
import { installPackages } from './debian.ts';

/** Allows root and disables Chromium's background requests. */
export const browserArgs = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Prefers the headless shell: the tests need a quarter less CPU time with it. */
export function findBrowser(): string | undefined {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  const folders = process.env.PATH?.split(delimiter) ?? [];
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROME_PATH, ...onPath, chromium.executablePath()].find(
    (path) => path && existsSync(path) && runs(path),
  );
}

export async function ensureBrowser(): Promise<void> {
  if (findBrowser() === undefined) {
    console.log('Installing a browser for the tests …');
    await installBrowser();
  }
  const browser = findBrowser();
  if (browser === undefined) throw new Error('No Chromium to be had: install one and set CHROME_PATH to it.');
  process.env.CHROME_PATH = browser;
}

async function installBrowser(): Promise<void> {
  for (const name of ['chromium-headless-shell', 'chromium']) if (await installPackages(name)) return;
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
