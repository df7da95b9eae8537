import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeApp, type TestApp } from '../app.ts';
import { eventually } from '../eventually.ts';
import { type RawResponse, raw } from '../raw.ts';

let app: TestApp;
beforeAll(async () => {
  app = await makeApp();
});
afterAll(() => app.close());

/** Blocks the event loop for seconds at a time until `isDone`, with short breaks in which requests proceed. */
async function block(isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    const end = performance.now() + 3_000;
    while (performance.now() < end);
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

test('requests get 503 with Retry-After while the event loop is blocked, and /healthz answers', async () => {
  let refused: RawResponse | undefined;
  let health: RawResponse | undefined;
  let done = false;
  const blocked = block(() => done);
  await eventually(async () => {
    [refused, health] = await Promise.all([raw(app.url, 'GET /api/auth/me'), raw(app.url, 'GET /healthz')]);
    expect(refused.status).toBe(503);
  }, 100_000).finally(() => (done = true));
  await blocked;
  expect(refused?.json).toMatchObject({ status: 'error', code: 'busy' });
  expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(refused?.headers.get('x-content-type-options')).toBe('nosniff');
  expect(health?.status).toBe(200);
}, 120_000);

test('requests are answered again afterwards', async () => {
  await eventually(async () => expect((await raw(app.url, 'GET /api/auth/me')).status).toBe(401), 30_000);
});
