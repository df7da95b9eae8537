import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserOptions } from './tools/browser.ts';

const port = Number(process.env.GUYUB_E2E_PORT ?? 3171); // not 3001, where someone may be using Guyub
const dataDir = `.cache/e2e-${port}`;
/** Their sums, sounds and lists would be wrong if two of them were at it at once. */
const changing = /(complaints|journey|shell)\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  // `npm test -- pages` runs what `npm test` has no time for: every page in both layouts, each stop of Tab.
  ...(process.env.GUYUB_E2E === 'all' ? {} : { grepInvert: /@long/ }),
  outputDir: 'test-results/e2e',
  workers: Math.min(8, availableParallelism() + 1),
  projects: [
    { name: 'changing the demo estate', testMatch: changing, workers: 1 },
    { name: 'own estates, and reading', testIgnore: changing },
  ],
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 30_000 }, // on a machine that does other work besides; what is fast is for bench/
  forbidOnly: process.env.CI !== undefined,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    browserName: 'chromium',
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    screenshot: 'only-on-failure',
    serviceWorkers: 'block', // they would answer where a test takes the server away; offline.spec.ts allows them
    launchOptions: browserOptions(),
  },
  webServer: {
    command: `rm -rf "${dataDir}" && exec "${process.execPath}" server/main.ts`,
    url: `http://127.0.0.1:${port}/readyz`,
    env: { PORT: String(port), DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'warn' },
    stdout: 'pipe',
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
