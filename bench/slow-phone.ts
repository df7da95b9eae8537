/** A cheap phone on a weak network, as DevTools imitates it. */
import type { Page } from '@playwright/test';

export const slowdown = 6;

export const cheapPhone = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
  locale: 'id-ID',
  timezoneId: 'Asia/Jakarta',
} as const;

/** Lighthouse's slow 4G. */
const slow4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1_024) / 8,
  uploadThroughput: (675 * 1_024) / 8,
};

/** From now on slow 4G, and a processor that many times slower. */
export async function slowed(page: Page, rate = slowdown): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', slow4G);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
}
