import { rmSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { browserArgs, findBrowser } from './scripts/browser.ts';

const port = 3171; // not 3001, where someone may be using Guyub
const dataDir = '.cache/e2e-data';
const isMainProcess = process.env.TEST_WORKER_INDEX === undefined;
if (isMainProcess) rmSync(dataDir, { recursive: true, force: true });

const executablePath = findBrowser();

export default defineConfig({
  testDir: 'e2e',
  // Not seen green on an idle machine yet, so not part of `npm test`: `npm run test:pages` runs them.
  testIgnore: process.env.GUYUB_E2E === 'all' ? [] : /(keyboard|pages|profile|reports|settings)\.spec\.ts$/,
  outputDir: 'test-results/e2e',
  workers: 1,
  retries: 0,
  timeout: 60_000,
  forbidOnly: process.env.CI !== undefined,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    browserName: 'chromium',
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    screenshot: 'only-on-failure',
    launchOptions: { args: browserArgs, ...(executablePath && { executablePath }) },
  },
  webServer: {
    command: `"${process.execPath}" server/main.ts`,
    url: `http://127.0.0.1:${port}/readyz`,
    env: { PORT: String(port), DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'warn' },
    stdout: 'pipe',
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
