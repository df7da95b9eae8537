import { rmSync } from 'node:fs';
import { type AppParts, makeApp, type TestApp } from './app.ts';

/** Fills an estate at the first call; each call starts a server on a copy of it, which the test may spoil. */
export function keepEstate<T>(
  fill: (app: TestApp) => Promise<T>,
  parts: AppParts = {},
): () => Promise<{ app: TestApp; filled: T }> {
  let kept: Promise<{ original: TestApp; filled: T }> | undefined;
  const make = async () => {
    const original = await makeApp();
    process.once('exit', () => rmSync(original.folder, { recursive: true, force: true }));
    const filled = await fill(original);
    await original.stop();
    return { original, filled };
  };
  return async () => {
    kept ??= make();
    const { original, filled } = await kept;
    return { app: await makeApp({}, { ...parts, copyOf: original }), filled };
  };
}
