import { open } from 'node:fs/promises';

/** The name of a new or renamed file survives a power cut only once its folder is synced, too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
