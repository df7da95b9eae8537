/** The log is signed in the background, one run at a time. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { headOf } from '../areas/log/find-head.ts';
import { findNewestCheckpoint } from '../areas/log/queries.ts';
import type { Context } from '../context.ts';
import { makeApp, type TestApp } from '../testing/app.ts';
import { makeSigning, signingInterval, startBackground } from './background.ts';

let app: TestApp;
beforeEach(async () => {
  app = await makeApp();
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

const act = () =>
  app.context.write('system', (tx) => tx.audit('post.deleted', 'posts', 1, { sebelum: { konten: 'x' } }));

const signedSize = async () => {
  const newest = await findNewestCheckpoint(app.context.db);
  return newest ? headOf(newest.catatan).ukuran : null;
};

test('a row is in a signed checkpoint within the interval, though nobody asks for one', async () => {
  await act();
  expect(await signedSize()).toBeNull();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const signed = Promise.withResolvers<void>();
  const write: Context['write'] = async (...input) => {
    const made = await app.context.write(...input);
    if (typeof made === 'object' && made !== null && 'catatan' in made) signed.resolve();
    return made;
  };
  const stop = startBackground({ ...app.context, write });
  vi.advanceTimersByTime(signingInterval);
  await signed.promise;
  await stop();
  expect(await signedSize()).toBeGreaterThanOrEqual(1);
});

test('a run that takes longer than the interval is not overtaken by the next', async () => {
  await act();
  const held = Promise.withResolvers<void>();
  let begun = 0;
  const write: Context['write'] = async (...input) => {
    begun += 1;
    await held.promise;
    return await app.context.write(...input);
  };
  const sign = makeSigning({ ...app.context, write });
  const runs = [sign(), sign()];
  await runs[1];
  held.resolve();
  await runs[0];
  expect([begun, await signedSize()]).toEqual([1, 1]);
  await act();
  await sign();
  expect([begun, await signedSize()]).toEqual([2, 2]);
});

test('a failed run is logged, and the next one signs', async () => {
  await act();
  const errors: unknown[] = [];
  const log = { error: (of: unknown) => void errors.push(of) } as unknown as Context['log'];
  let isBroken = true;
  const write: Context['write'] = async (...input) => {
    if (isBroken) throw new Error('the disk is gone');
    return await app.context.write(...input);
  };
  const sign = makeSigning({ ...app.context, write, log });
  await sign();
  expect(errors).toEqual([{ err: new Error('the disk is gone') }]);
  isBroken = false;
  await sign();
  expect(await signedSize()).toBe(1);
});
