import { expect, test } from 'vitest';
import { memorySettings } from './memory-settings.ts';

test('limits the heap and returns freed memory on a machine with little memory', () => {
  const { flags, env } = memorySettings({}, 256);
  expect(flags).toEqual([]);
  expect(env.NODE_OPTIONS).toBe('--max-old-space-size=102 --max-semi-space-size=2');
  expect(memorySettings({}, 1_023).env.NODE_OPTIONS).toContain('--max-semi-space-size=8');
});

test('uses the defaults of V8 with a gigabyte or more', () => {
  const { flags, env } = memorySettings({}, 1_024);
  expect(flags).toEqual(['--no-memory-reducer']);
  expect(env).not.toHaveProperty('NODE_OPTIONS');
});

test('prefers the variables of the operator, also empty ones', () => {
  const own = { NODE_OPTIONS: '--max-old-space-size=150', MALLOC_ARENA_MAX: '', PORT: '80' };
  const { env } = memorySettings(own, 256);
  expect(env).toMatchObject({ NODE_OPTIONS: '--max-old-space-size=150', PORT: '80' });
  expect(env).not.toHaveProperty('MALLOC_ARENA_MAX');
});
