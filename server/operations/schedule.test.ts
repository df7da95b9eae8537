import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Context } from '../context.ts';
import { finishJob, lastResult } from '../database/jobs.ts';
import { makeLog } from '../log.ts';
import { makeContext, type Running } from '../make-context.ts';
import { makeApp, type TestApp } from '../testing/app.ts';
import { onPostgres } from '../testing/databases.ts';
import { runWhenDue } from './schedule.ts';

let app: TestApp;
let second: Running | undefined;
let contexts: [Context, Context];
beforeEach(async () => {
  app = await makeApp();
  second = onPostgres
    ? await makeContext(app.context.config, makeLog('silent'), { clock: () => app.clock.now })
    : undefined;
  contexts = [app.context, second?.context ?? app.context];
  ran = 0;
});
afterEach(async () => {
  await second?.close();
  await app.close();
});

let ran: number;
const job = {
  name: 'sapu',
  run: async () => void (ran += 1),
};
const look = () => Promise.all([...contexts, ...contexts].map((context) => runWhenDue(context, job)));
const runsBy = async (instant: string) => {
  app.clock.set(instant);
  await look();
  return ran;
};

test('runs once per day of the estate with many concurrent checks', async () => {
  expect((await look()).filter(Boolean)).toHaveLength(1);
  expect(await runsBy('2026-07-15T16:59:59.000Z')).toBe(1);
  expect(await runsBy('2026-07-15T17:00:00.000Z')).toBe(2); // midnight in Jakarta
  expect(await runsBy('2026-07-16T10:00:00.000Z')).toBe(2);
});

test('retries a failed run after six hours, and does not make up for missed days', async () => {
  const failing = { ...job, run: () => Promise.reject(new Error('disk full')) };
  await expect(runWhenDue(app.context, failing)).rejects.toThrow('disk full');
  expect(await runsBy('2026-07-15T08:59:00.000Z')).toBe(0);
  expect(await runsBy('2026-07-15T09:01:00.000Z')).toBe(1);
  expect(await runsBy('2026-07-19T09:00:00.000Z')).toBe(2);
  expect(await runsBy('2026-07-19T09:01:00.000Z')).toBe(2);
});

test('continues after the clock was ahead', async () => {
  expect(await runsBy('2031-01-01T00:00:00.000Z')).toBe(1);
  expect(await runsBy('2026-07-15T05:00:00.000Z')).toBe(2);
  expect(await runsBy('2026-07-15T06:00:00.000Z')).toBe(2);
});

test('a manual run counts for the day, and its result stays until the next', async () => {
  await app.context.write('system', (tx) => finishJob(tx, job.name, { bersih: true }));
  expect(await runsBy('2026-07-15T10:00:00.000Z')).toBe(0);
  expect(await runsBy('2026-07-16T10:00:00.000Z')).toBe(1);
  expect(await lastResult(app.context.db, job.name)).toEqual({ bersih: true });
  expect(await lastResult(app.context.db, 'lain')).toBeNull();
});
