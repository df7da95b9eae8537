import { expect, test } from 'vitest';
import { loadOnce } from './load-once.ts';

test('concurrent calls load once', async () => {
  let asked = 0;
  const load = loadOnce(() => Promise.resolve(++asked));
  expect(await Promise.all([load(), load()])).toEqual([1, 1]);
  expect(await load()).toBe(1);
});

test('a failed load is repeated at the next call', async () => {
  const outcomes = [Promise.reject(new Error('no connection')), Promise.resolve('the part')];
  const load = loadOnce(() => outcomes.shift() ?? Promise.reject(new Error('asked too often')));
  await expect(load()).rejects.toThrow('no connection');
  expect(await load()).toBe('the part');
  expect(await load()).toBe('the part');
});
