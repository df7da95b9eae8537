import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from './app.ts';

export const storedPath = ({ context }: TestApp, key: string) => join(context.config.dataDir, 'files', key);

export async function putOrphan(app: TestApp, key: string, written: Date): Promise<void> {
  await app.context.storage.put(key, Buffer.from('x'));
  await utimes(storedPath(app, key), written, written);
}
